import type { Illustrations } from '$lib/rules/texts';
import Expert from './pictures/Expert.svelte';
import Full from './pictures/Full.svelte';
import Gallery from './pictures/Gallery.svelte';
import Lying from './pictures/Lying.svelte';
import Points from './pictures/Points.svelte';
import Tiles from './pictures/Tiles.svelte';
import Treasure from './pictures/Treasure.svelte';
import Wrong from './pictures/Wrong.svelte';

const illustrations: Illustrations = {
  'OOM-1.1': Tiles,
  'OOM-1.3': Gallery,
  'OOM-1.4': Treasure,
  'OOM-1.5': Expert,
  'OOM-3.2': Lying,
  'OOM-3.5': Full,
  'OOM-4.1': Wrong,
  'OOM-4.2': Points,
};
export default illustrations;

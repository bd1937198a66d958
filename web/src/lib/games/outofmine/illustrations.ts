import type { Illustrations } from '$lib/rules/texts';
import Expert from './pictures/Expert.svelte';
import Gallery from './pictures/Gallery.svelte';
import Lying from './pictures/Lying.svelte';
import Tiles from './pictures/Tiles.svelte';
import Treasure from './pictures/Treasure.svelte';
import Wrong from './pictures/Wrong.svelte';

const illustrations: Illustrations = {
  'OOM-1.1': Tiles,
  'OOM-1.3': Gallery,
  'OOM-1.4': Treasure,
  'OOM-1.5': Expert,
  'OOM-3.2': Lying,
  'OOM-4.1': Wrong,
};
export default illustrations;

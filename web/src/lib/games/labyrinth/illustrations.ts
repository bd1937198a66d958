import type { Illustrations } from '$lib/rules/texts';
import PictureDoors from './PictureDoors.svelte';
import PictureDuel from './PictureDuel.svelte';
import PictureSecrets from './PictureSecrets.svelte';
import PictureSwap from './PictureSwap.svelte';
import PictureTools from './PictureTools.svelte';
import PictureTurn from './PictureTurn.svelte';
import PictureWalk from './PictureWalk.svelte';
import PictureZones from './PictureZones.svelte';

const illustrations: Illustrations = {
  'LAB-1.1': PictureZones,
  'LAB-1.2': PictureSecrets,
  'LAB-1.3': PictureTools,
  'LAB-1.4': PictureDoors,
  'LAB-3.1': PictureTurn,
  'LAB-3.4': PictureWalk,
  'LAB-4.2': PictureSwap,
  'LAB-5.3': PictureDuel,
};
export default illustrations;

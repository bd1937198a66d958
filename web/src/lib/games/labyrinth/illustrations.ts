import type { Illustrations } from '$lib/rules/texts';
import PictureDoors from './PictureDoors.svelte';
import PictureDuel from './PictureDuel.svelte';
import PictureSecrets from './PictureSecrets.svelte';
import PictureTurn from './PictureTurn.svelte';
import PictureWalk from './PictureWalk.svelte';

const illustrations: Illustrations = {
  'LAB-1.2': PictureSecrets,
  'LAB-1.4': PictureDoors,
  'LAB-3.1': PictureTurn,
  'LAB-3.4': PictureWalk,
  'LAB-5.3': PictureDuel,
};
export default illustrations;

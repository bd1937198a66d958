import type { Illustrations } from '$lib/rules/texts';
import PictureArtifacts from './PictureArtifacts.svelte';
import PictureChoice from './PictureChoice.svelte';
import PictureGallery from './PictureGallery.svelte';
import PictureHazards from './PictureHazards.svelte';
import PictureLeavers from './PictureLeavers.svelte';
import PictureShare from './PictureShare.svelte';
import PictureTwice from './PictureTwice.svelte';

const illustrations: Illustrations = {
  'DIA-1.1': PictureHazards,
  'DIA-2.2': PictureShare,
  'DIA-2.3': PictureTwice,
  'DIA-2.4': PictureChoice,
  'DIA-2.5': PictureLeavers,
  'DIA-2.7': PictureGallery,
  'DIA-4.3': PictureArtifacts,
};
export default illustrations;

import type { Illustrations } from '$lib/rules/texts';
import PictureGallery from './PictureGallery.svelte';
import PictureShare from './PictureShare.svelte';

const illustrations: Illustrations = {
  'DIA-2.2': PictureShare,
  'DIA-2.7': PictureGallery,
};
export default illustrations;

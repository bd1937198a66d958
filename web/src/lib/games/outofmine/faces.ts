import { m } from '$lib/paraglide/messages.js';
import type { Gallery } from '$lib/protocol/outofmine';

const NAMES: Readonly<Record<string, () => string>> = {
  'The Bat': m.outofmine_face_bat,
  'The Anvil': m.outofmine_face_anvil,
  'The Key': m.outofmine_face_key,
  'The Lantern': m.outofmine_face_lantern,
  'The Mushroom': m.outofmine_face_mushroom,
  'The Crown': m.outofmine_face_crown,
  'The Boot': m.outofmine_face_boot,
  'The Snail': m.outofmine_face_snail,
  'The Bridge': m.outofmine_face_bridge,
  'The Goblet': m.outofmine_face_goblet,
  'The Anchor': m.outofmine_face_anchor,
  'The Fish': m.outofmine_face_fish,
  'The Tower': m.outofmine_face_tower,
  'The Ring': m.outofmine_face_ring,
  'The Heart': m.outofmine_face_heart,
  'The Horseshoe': m.outofmine_face_horseshoe,
  'The Pick': m.outofmine_face_pick,
  'The Serpent': m.outofmine_face_serpent,
  'The Stairs': m.outofmine_face_stairs,
  'The Cart': m.outofmine_face_cart,
};

/** The law names its faces in English. */
export const faceName = ({ name }: Pick<Gallery, 'name'>): string => NAMES[name]?.() ?? name;
export const NAMED_FACES: readonly string[] = Object.keys(NAMES);

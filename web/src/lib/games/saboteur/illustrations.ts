import type { Illustrations } from '$lib/rules/texts';
import Actions from './pictures/Actions.svelte';
import Connected from './pictures/Connected.svelte';
import Field from './pictures/Field.svelte';
import Fit from './pictures/Fit.svelte';
import Goals from './pictures/Goals.svelte';
import Gold from './pictures/Gold.svelte';
import Paths from './pictures/Paths.svelte';
import Reach from './pictures/Reach.svelte';
import Repair from './pictures/Repair.svelte';
import Rockfall from './pictures/Rockfall.svelte';
import Roles from './pictures/Roles.svelte';

const illustrations: Illustrations = {
  'SAB-1.1': Paths,
  'SAB-1.2': Goals,
  'SAB-1.3': Actions,
  'SAB-1.4': Gold,
  'SAB-1.5': Roles,
  'SAB-2.2': Field,
  'SAB-4.2': Fit,
  'SAB-4.3': Connected,
  'SAB-5.2': Repair,
  'SAB-5.3': Rockfall,
  'SAB-6.1': Reach,
};
export default illustrations;

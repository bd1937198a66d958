import { overwriteGetLocale } from './paraglide/runtime.js';
import { isFlag, isText, oneOf, remembered } from './remembered.svelte';

export const LOCALES = ['fr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const THEMES = ['system', 'dark', 'light'] as const;
export const MOTIONS = ['system', 'full', 'less'] as const;
export const PACES = ['calm', 'brisk', 'instant'] as const;

const browserLocale = (): Locale => {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return LOCALES.find((locale) => locale === wanted.find((tag) => LOCALES.includes(tag as Locale))) ?? 'en';
};

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const lessMotionSystem = matchMedia('(prefers-reduced-motion: reduce)');
let systemIsDark = $state(darkSystem.matches);
let systemWantsLess = $state(lessMotionSystem.matches);
darkSystem.addEventListener('change', (change) => (systemIsDark = change.matches));
lessMotionSystem.addEventListener('change', (change) => (systemWantsLess = change.matches));

const locale = remembered<Locale>('locale', browserLocale(), oneOf(LOCALES));
const theme = remembered('theme', 'system', oneOf(THEMES));
const motion = remembered('motion', 'system', oneOf(MOTIONS));
const pace = remembered('pace', 'calm', oneOf(PACES));
const sound = remembered('sound', true, isFlag);
const notify = remembered('notify', false, isFlag);
const hints = remembered('hints', false, isFlag);
const name = remembered('name', '', isText);

overwriteGetLocale(() => locale.value);

/** What this person likes, kept by this browser. */
export const preferences = {
  get locale() {
    return locale.value;
  },
  set locale(value) {
    locale.value = value;
    document.documentElement.lang = value;
  },
  get theme() {
    return theme.value;
  },
  set theme(value) {
    theme.value = value;
  },
  get dark() {
    return theme.value === 'dark' || (theme.value === 'system' && systemIsDark);
  },
  get motion() {
    return motion.value;
  },
  set motion(value) {
    motion.value = value;
  },
  get lessMotion() {
    const less = motion.value === 'less' || (motion.value === 'system' && systemWantsLess);
    return less || pace.value === 'instant';
  },
  /** How long others' moves are shown. */
  get pace() {
    return pace.value;
  },
  set pace(value) {
    pace.value = value;
  },
  get sound() {
    return sound.value;
  },
  set sound(value) {
    sound.value = value;
  },
  get notify() {
    return notify.value;
  },
  set notify(value) {
    notify.value = value;
  },
  /** Whether each decision comes with what a fair player would do. */
  get hints() {
    return hints.value;
  },
  set hints(value) {
    hints.value = value;
  },
  get name() {
    return name.value;
  },
  set name(value) {
    name.value = value;
  },
};

/** Keeps the page's attributes, which the style sheet reads, in step. Called once, inside an effect root. */
export function applyPreferences(): void {
  $effect.pre(() => {
    const root = document.documentElement;
    root.lang = preferences.locale;
    root.dataset.theme = preferences.dark ? 'dark' : 'light';
    root.dataset.motion = preferences.lessMotion ? 'less' : 'full';
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', preferences.dark ? '#15120f' : '#f6f1e7');
  });
}

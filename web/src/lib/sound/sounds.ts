import { preferences } from '../preferences.svelte';

export const SOUNDS = [
  'card',
  'stone',
  'wood',
  'rumble',
  'chime',
  'gold',
  'snap',
  'lose',
  'win',
  'tick',
] as const;
export type SoundName = (typeof SOUNDS)[number];

let context: AudioContext | null = null;
let out: GainNode | null = null;

/** Browsers let a page sound only after somebody touched it; before that there is silence and no error. */
function ready(): { context: AudioContext; out: GainNode } | null {
  if (!preferences.sound || !('AudioContext' in globalThis)) return null;
  if (!navigator.userActivation?.hasBeenActive) return null;
  if (!context || !out) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = 0.22;
    out.connect(context.destination);
  }
  if (context.state === 'suspended') void context.resume();
  return { context, out };
}

interface Tone {
  readonly at?: number;
  readonly from: number;
  readonly to?: number;
  readonly length: number;
  readonly level?: number;
  readonly wave?: OscillatorType;
}

interface Noise {
  readonly at?: number;
  readonly length: number;
  readonly level?: number;
  readonly low: number;
  readonly high?: number;
}

function tone(
  audio: AudioContext,
  target: AudioNode,
  { at = 0, from, to = from, length, level = 1, wave = 'sine' }: Tone,
) {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = wave;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(Math.max(20, to), start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(level, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(target);
  source.start(start);
  source.stop(start + length + 0.02);
}

function noise(
  audio: AudioContext,
  target: AudioNode,
  { at = 0, length, level = 1, low, high = low }: Noise,
) {
  const start = audio.currentTime + at;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index += 1) data[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = 0.8;
  filter.frequency.setValueAtTime(high, start);
  filter.frequency.exponentialRampToValueAtTime(low, start + length);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(level, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(gain).connect(target);
  source.start(start);
}

const SCORES: Record<SoundName, { tones?: readonly Tone[]; noises?: readonly Noise[] }> = {
  card: { noises: [{ length: 0.12, low: 900, high: 3200, level: 0.7 }] },
  stone: {
    tones: [0, 0.05, 0.09].map((at, index) => ({
      at,
      from: 2300 + index * 420,
      to: 1900,
      length: 0.07,
      level: 0.28,
    })),
  },
  wood: {
    tones: [{ from: 210, to: 120, length: 0.11, level: 0.9, wave: 'triangle' }],
    noises: [{ length: 0.05, low: 500, level: 0.4 }],
  },
  rumble: {
    noises: [{ length: 0.9, low: 60, high: 190, level: 1 }],
    tones: [{ from: 68, to: 34, length: 0.8, level: 0.7 }],
  },
  chime: {
    tones: [
      { from: 784, length: 0.5, level: 0.4 },
      { at: 0.11, from: 1175, length: 0.7, level: 0.32 },
    ],
  },
  gold: {
    tones: [1568, 2093, 2637].map((from, index) => ({ at: index * 0.05, from, length: 0.22, level: 0.22 })),
  },
  snap: { tones: [{ from: 520, to: 260, length: 0.06, level: 0.6, wave: 'triangle' }] },
  lose: {
    tones: [392, 330, 262].map((from, index) => ({
      at: index * 0.14,
      from,
      length: 0.36,
      level: 0.3,
      wave: 'triangle' as const,
    })),
  },
  win: {
    tones: [523, 659, 784, 1047].map((from, index) => ({ at: index * 0.11, from, length: 0.5, level: 0.3 })),
  },
  tick: { tones: [{ from: 1200, to: 1000, length: 0.03, level: 0.18 }] },
};

/** Short, quiet and synthesised; nothing at all where sound is off. */
export function play(name: SoundName): void {
  const audio = ready();
  if (!audio) return;
  const { tones = [], noises = [] } = SCORES[name];
  for (const each of tones) tone(audio.context, audio.out, each);
  for (const each of noises) noise(audio.context, audio.out, each);
}

// Three short sounds, made by the browser itself: a turn begins, dice fall, a volley. Off until switched on.

const KEY = 'grognard.sounds';
export type Sound = 'turn' | 'dice' | 'volley';

let context: AudioContext | null = null;

export const soundsOn = (): boolean => localStorage.getItem(KEY) === 'on';
export function setSounds(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  // A browser lets a page be heard only after a tap: this is one.
  if (on) play('dice');
}

export function play(sound: Sound): void {
  if (!soundsOn() || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[sound](context, context.currentTime + 0.01);
  } catch {
    // No sound is better than no game.
  }
}

function tone(on: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const [voice, gain] = [on.createOscillator(), on.createGain()];
  voice.type = 'triangle';
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  voice.connect(gain).connect(on.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** Noise through a band: a rattle when short and high, a report when long and low. */
function burst(on: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const grains = buffer.getChannelData(0);
  for (let n = 0; n < grains.length; n++) grains[n] = (Math.random() * 2 - 1) * (1 - n / grains.length) ** 2;
  const [source, band, gain] = [on.createBufferSource(), on.createBiquadFilter(), on.createGain()];
  source.buffer = buffer;
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 0.8;
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(on.destination);
  source.start(at);
}

const SOUNDS: Record<Sound, (on: AudioContext, at: number) => void> = {
  turn(on, at) {
    tone(on, at, 392, 0.35, 0.12);
    tone(on, at + 0.16, 523, 0.6, 0.12);
  },
  dice(on, at) {
    for (const after of [0, 0.05, 0.09, 0.16]) burst(on, at + after, 2600, 0.035, 0.35);
  },
  volley(on, at) {
    for (let n = 0; n < 9; n++) burst(on, at + n * 0.028 + Math.random() * 0.02, 700, 0.16, 0.3);
    burst(on, at, 140, 0.5, 0.5);
  },
};

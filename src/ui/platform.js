// Preferences and abilities of the machine apart from drawing, for `ui/platform.rs`.

/** Whether the settings of the system ask for reduced motion. */
export function prefersReducedMotion() {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

/** Whether it can vibrate: a phone or a tablet, in a browser that allows it. */
export function canBuzz() {
  const touched = window.matchMedia?.("(pointer: coarse)").matches ?? false;
  return touched && typeof navigator.vibrate === "function";
}

/** Whether it can play sounds. */
export function canSound() {
  return typeof window.AudioContext === "function";
}

let ear;

/** Plays the sound of a falling die: knocks on wood, each softer than the one before. */
export function sound() {
  ear ??= new AudioContext();
  // A browser mutes a page until the player taps it.
  ear.resume().catch(() => {});
  for (const [after, loud] of [[0, 0.5], [0.09, 0.3], [0.15, 0.15]]) {
    const at = ear.currentTime + after;
    const knock = ear.createOscillator();
    knock.frequency.setValueAtTime(420, at);
    knock.frequency.exponentialRampToValueAtTime(140, at + 0.05);
    const volume = ear.createGain();
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.06);
    knock.connect(volume).connect(ear.destination);
    knock.start(at);
    knock.stop(at + 0.07);
  }
}

/** Vibrates for `ms` milliseconds. */
export function buzz(ms) {
  navigator.vibrate?.(ms);
}

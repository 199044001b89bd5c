// What the machine wishes and can do besides drawing.

/** Whether whoever owns the machine wants less to move. */
export function asksForLess() {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

/** Whether it can be felt: a phone or a tablet, in a browser that lets a page do so. */
export function canBuzz() {
  const touched = window.matchMedia?.("(pointer: coarse)").matches ?? false;
  return touched && typeof navigator.vibrate === "function";
}

/** Whether it can be heard. */
export function canSound() {
  return typeof window.AudioContext === "function";
}

let ear;

/** Sounds like a die that falls: knocks on wood, each softer than the one before. */
export function sound() {
  ear ??= new AudioContext();
  // A browser keeps a page silent until it was tapped.
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

/** Is felt for so many milliseconds. */
export function buzz(ms) {
  navigator.vibrate?.(ms);
}

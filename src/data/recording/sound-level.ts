const measureMs = 100;
/** Level below which a working microphone yields only its own noise. */
const quiet = 0.004;
const silentMs = 5_000;

/** Level of the sound, 0 to 1, and whether nothing has been heard for some seconds. */
export interface SoundLevel {
  level: number;
  isSilent: boolean;
}

/**
 * Measures a microphone about ten times a second; the returned function stops it. Does nothing if it is not supported.
 */
export function followSound(stream: MediaStream, onLevel: (sound: SoundLevel) => void): () => void {
  if (typeof AudioContext === 'undefined' || stream.getAudioTracks().length === 0) return () => undefined;
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  const samples = new Float32Array(analyser.fftSize);
  context.createMediaStreamSource(stream).connect(analyser);
  let heardAt = Date.now();
  const timer = setInterval(() => {
    // The browser does not run an AudioContext before the first interaction with the page.
    if (context.state !== 'running') {
      heardAt = Date.now();
      void context.resume();
      return;
    }
    analyser.getFloatTimeDomainData(samples);
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    if (loudness > quiet) heardAt = Date.now();
    onLevel({ level: shownLevel(loudness), isSilent: Date.now() - heardAt > silentMs });
  }, measureMs);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

/** Converts loudness to a decibel scale, as ears perceive it: from −60, a quiet room, to 0. */
function shownLevel(loudness: number): number {
  const decibels = 20 * Math.log10(Math.max(loudness, 1e-6));
  return Math.min(1, Math.max(0, 1 + decibels / 60));
}

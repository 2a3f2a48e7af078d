const windowMs = 8_000;

/** Bytes per second over the last seconds: steady enough for «осталось 3 мин», quick enough to notice a slow line. */
export function createSpeedMeter() {
  let samples: { at: number; bytes: number }[] = [];
  return {
    /** Takes the bytes sent so far, in all; answers the speed, 0 while it cannot be told. */
    measure(bytes: number, now: number): number {
      samples = samples.filter((sample) => now - sample.at <= windowMs);
      const first = samples[0];
      samples.push({ at: now, bytes });
      if (!first || now - first.at < 500) return 0;
      return Math.max(0, ((bytes - first.bytes) / (now - first.at)) * 1000);
    },
    reset(): void {
      samples = [];
    },
  };
}

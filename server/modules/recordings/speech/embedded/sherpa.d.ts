// Declares the parts of the library used here, which comes without types.
declare module 'sherpa-onnx-node' {
  type Sound = { samples: Float32Array; sampleRate: number };
  class OfflineStream {
    acceptWaveform(sound: Sound): void;
  }
  class OfflineRecognizer {
    static createAsync(config: Record<string, unknown>): Promise<OfflineRecognizer>;
    createStream(): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<{ text: string; tokens?: string[]; timestamps?: number[] }>;
  }
  class Vad {
    constructor(config: Record<string, unknown>, bufferSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    front(asExternalBuffer?: boolean): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
  }
  const library: { OfflineRecognizer: typeof OfflineRecognizer; Vad: typeof Vad };

  export { library as default, OfflineRecognizer, Vad };
}

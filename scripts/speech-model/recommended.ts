/** A file of a model: where it is published, and what it has to be. */
export type PublishedFile = { name: string; url: string; bytes: number; sha256: string };
export type PublishedModel = { name: string; licence: string; language: string; files: readonly PublishedFile[] };

// Both are pinned: to a commit, and to a release whose files do not change.
const gigaam =
  'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-transducer-punct-giga-am-v3-russian-2025-12-16/resolve/a6039be7cee829a9044a69ac0ebaf1c191217c97';
const detectors = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';

/**
 * GigaAM v3, which sets punctuation and capitals by itself, as published by sherpa-onnx; silero VAD tells speech from
 * noise.
 */
export const recommended: PublishedModel = {
  name: 'GigaAM v3',
  licence: 'MIT',
  language: 'русский',
  files: [
    {
      name: 'tokens.txt',
      url: `${gigaam}/tokens.txt`,
      bytes: 13_354,
      sha256: '39abae20e692998290c574e606f11a9edef2902a1995463fcff63d1490cf22b7',
    },
    {
      name: 'silero_vad.onnx',
      url: `${detectors}/silero_vad.onnx`,
      bytes: 643_854,
      sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
    },
    {
      name: 'joiner.onnx',
      url: `${gigaam}/joiner.onnx`,
      bytes: 2_712_896,
      sha256: '602ff7017a93311aad34df1437c8d7f49911353c13d6eae7a6ee7b041339465c',
    },
    {
      name: 'decoder.onnx',
      url: `${gigaam}/decoder.onnx`,
      bytes: 4_600_132,
      sha256: '38fc7475443ea2a26f63211ca350f73ac50fff824ab7a3876ee2bd610c53bbc4',
    },
    {
      name: 'encoder.int8.onnx',
      url: `${gigaam}/encoder.int8.onnx`,
      bytes: 224_570_820,
      sha256: '369f35a71bf288d3b8e0391fabd8dba5f2314088d440bca474056b7b4b6e66bf',
    },
  ],
};

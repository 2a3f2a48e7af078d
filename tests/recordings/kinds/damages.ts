import { after, cutOff, garbage, missing, replaced, zeros } from '../change-bytes.ts';
import { aac, h264, kind, type Made, quick, written } from '../make-kind.ts';
import type { Expected, Group } from '../recording-kind.ts';

const six = [
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=160x120:rate=10',
  '-f',
  'lavfi',
  '-i',
  'sine=frequency=440',
  '-t',
  '6',
];
const frequent = [...h264, '-g', '10'];
const usual = [...six, ...frequent, ...aac];
const mp3 = ['-c:a', 'libmp3lame'];
const mxf = [...six, '-c:v', 'mpeg2video', '-r', '25', '-c:a', 'pcm_s16le', '-ar', '48000'];
const ends = [/^Запись обрывается на 00:00:0[2-5]\. Обработано то, что сохранилось$/];
const half: Expected = { seconds: false, warnings: ends };
const alone: Expected = { ...half, picture: false };
const hurt: Expected = { seconds: false, warnings: [/^Повреждено 1 место записи: 00:00:0[1-5]/] };
/** Recordings whose time stamps continue as if nothing was lost. */
const somewhere: Expected = { seconds: false, warnings: [/^(Повреждено 1 место|Запись местами повреждена)/] };
const cut = (args: string[], part = 0.6): Made => ({ args, change: cutOff(part) });
const fast = [...usual, '-movflags', '+faststart'];
const key = '000102030405060708090a0b0c0d0e0f';

/** A recording without its first twentieth, as where a device starts a new file at any place. */
const inMiddle = (more: string[]): Made => ({
  args: [...six.slice(0, -1), '12', '-c:v', 'libx264', '-g', '50', '-threads', '2', ...more, '-f', 'mpegts'],
  change: (bytes) => bytes.subarray(188 * Math.floor(bytes.length / 20 / 188)),
});

/** Truncated, damaged, encrypted and empty recordings. */
export const damages: Group = {
  title: 'Обрывы и повреждения',
  kinds: [
    kind('cut: MP4, index in front', 'a.mp4', cut(fast), half),
    kind('cut: MP4 of fragments', 'a.mp4', cut([...usual, '-movflags', 'frag_keyframe+empty_moov']), half),
    quick(kind('cut: MKV', 'a.mkv', cut(usual), half)),
    kind('cut: MP4 of 1080p', 'a.mp4', cut([...usual, '-vf', 'scale=1440:1080', '-movflags', '+faststart']), {
      ...half,
      picture: [1440, 1080],
      copied: true,
    }),
    kind('cut: MKV with chapters of text', 'a.mkv', cut([...usual, '-metadata', 'title=Совещание']), half),
    kind('cut: WebM', 'a.webm', cut([...six, '-c:v', 'libvpx', '-c:a', 'libopus']), { ...half, played: 'webm' }),
    kind('cut: WebM without a length', 'a.webm', cut([...six, '-c:v', 'libvpx', '-c:a', 'libopus', '-live', '1']), {
      ...half,
      played: 'webm',
    }),
    kind('cut: FLV', 'a.flv', cut(usual), half),
    kind('cut: AVI', 'a.avi', cut([...six, '-c:v', 'mpeg4', ...mp3]), half),
    kind('cut: WMV', 'a.wmv', cut([...six, '-c:v', 'wmv2', '-c:a', 'wmav2']), half),
    kind(
      'cut: MPEG-TS',
      'a.ts',
      {
        args: [...usual, '-f', 'mpegts'],
        change: (bytes) => bytes.subarray(0, 188 * Math.floor((bytes.length * 0.6) / 188) + 77),
      },
      half,
    ),
    kind(
      'cut: MOV of raw sound',
      'a.mov',
      cut([...six, ...frequent, '-c:a', 'pcm_s16le', '-movflags', '+faststart']),
      half,
    ),
    quick(kind('cut: FLAC', 'a.flac', cut([...six.slice(4)]), alone)),
    kind('cut: MP3', 'a.mp3', cut([...six.slice(4), ...mp3]), alone),
    kind('cut: WAV', 'a.wav', cut(six.slice(4)), alone),
    kind('cut: AIFF', 'a.aiff', cut(six.slice(4)), alone),
    kind('cut: M4A, index in front', 'a.m4a', cut([...six.slice(4), ...aac, '-movflags', '+faststart']), alone),
    kind('cut: Ogg', 'a.ogg', cut([...six.slice(4), '-c:a', 'libvorbis', '-page_duration', '200000']), alone),
    kind('cut: Opus', 'a.opus', cut([...six.slice(4), '-c:a', 'libopus', '-page_duration', '200000']), alone),
    quick(kind('cut: MP4, index at the end', 'a.mp4', cut(usual), { refused: /нет конца/ })),
    kind('cut: MOV, index at the end', 'a.mov', cut(usual), { refused: /нет конца/ }),
    kind('tail of zeros: MP4', 'a.mp4', { args: fast, change: zeros(0.6, 1) }, half),
    kind('tail of zeros: MKV', 'a.mkv', { args: usual, change: zeros(0.6, 1) }, half),
    kind('tail of zeros: MPEG-TS', 'a.ts', { args: [...usual, '-f', 'mpegts'], change: zeros(0.6, 1) }, half),
    quick(kind('damaged middle: MP4', 'a.mp4', { args: fast, change: zeros(0.5, 0.65) }, hurt)),
    kind('damaged middle: MKV', 'a.mkv', { args: usual, change: zeros(0.45, 0.6) }, hurt),
    kind('damaged middle: MPEG-TS', 'a.ts', { args: [...usual, '-f', 'mpegts'], change: zeros(0.45, 0.6) }, hurt),
    kind(
      'damaged middle: AVI',
      'a.avi',
      { args: [...six, '-c:v', 'mpeg4', '-g', '10', ...mp3], change: garbage(0.45, 0.6) },
      somewhere,
    ),
    kind(
      'damaged middle: MP3',
      'a.mp3',
      { args: [...six.slice(4), ...mp3], change: garbage(0.4, 0.6) },
      { ...somewhere, picture: false },
    ),
    kind(
      'damaged in two places: MP4',
      'a.mp4',
      { args: fast, change: (bytes) => zeros(0.75, 0.82)(zeros(0.4, 0.47)(bytes)) },
      { seconds: false, warnings: [/^Повреждены 2 места записи: 00:00:0/] },
    ),
    kind(
      'a part is missing: MKV',
      'a.mkv',
      { args: usual, change: missing(0.4, 0.6) },
      { seconds: false, warnings: [/./] },
    ),
    kind('begins in the middle of pictures: MPEG-TS', 'a.ts', inMiddle(['-c:a', 'aac']), {
      seconds: false,
      copied: true,
    }),
    kind(
      'begins in the middle of pictures, with pauses that were not recorded',
      'a.ts',
      inMiddle(['-af', "aselect='lt(mod(t,3),2)'", '-c:a', 'aac']),
      { seconds: false, copied: true },
    ),
    kind(
      'MPEG-TS with a check behind each packet',
      'a.ts',
      {
        args: [...usual, '-f', 'mpegts'],
        change: (bytes) =>
          Buffer.concat(
            Array.from({ length: bytes.length / 188 }, (_, at) => [
              bytes.subarray(at * 188, at * 188 + 188),
              Buffer.alloc(16, 1),
            ]).flat(),
          ),
      },
      { seconds: 6 },
    ),
    quick(
      kind(
        'WAV that went through a pipe',
        'a.wav',
        {
          args: six.slice(4),
          change: (bytes) => {
            const changed = Buffer.from(bytes);
            changed.writeUInt32LE(0x7fff_f024, 4);
            changed.writeUInt32LE(0x7fff_f000, changed.indexOf('data') + 4);
            return changed;
          },
        },
        { seconds: 6, picture: false },
      ),
    ),
    kind('bytes after the end: MP4', 'a.mp4', { args: fast, change: after(Buffer.alloc(5000, 'x')) }, { seconds: 6 }),
    kind('zeros after the end: MP4', 'a.mp4', { args: fast, change: after(Buffer.alloc(100_000)) }, { seconds: 6 }),
    kind(
      'zeros after the end: MP3',
      'a.mp3',
      { args: [...six.slice(4), ...mp3], change: after(Buffer.alloc(100_000)) },
      { seconds: 6, picture: false },
    ),
    kind(
      'unknown codec of the picture',
      'a.mp4',
      { args: fast, change: replaced('avc1', 'zzz1') },
      { seconds: 6, picture: false, warnings: [/^Картинка записана неизвестным способом/] },
    ),
    quick(
      kind(
        'unknown codec of the sound',
        'a.mkv',
        { args: [...six, ...frequent, '-c:a', 'pcm_s16le'], change: replaced('A_PCM/INT/LIT', 'A_PCM/XXX/LIT') },
        { seconds: 6, sounds: 0, warnings: [/^Звук записан неизвестным способом/] },
      ),
    ),
    kind(
      'unknown codecs of both',
      'a.mkv',
      {
        args: usual,
        change: (bytes) => replaced('A_AAC', 'A_QQQ')(replaced('V_MPEG4/ISO/AVC', 'V_QQQQQ/ISO/AVC')(bytes)),
      },
      { refused: /неизвестным способом/ },
    ),
    quick(
      kind(
        'locked: MP4 of a shop (CENC)',
        'a.mp4',
        [...fast, '-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key],
        { refused: /зашифрована/ },
      ),
    ),
    kind(
      'locked: the sound alone',
      'a.mp4',
      { args: fast, change: replaced('mp4a', 'enca') },
      { seconds: 6, sounds: 0, warnings: [/^Звук зашифрован\. Обработана только картинка$/] },
    ),
    kind(
      'locked: sound of a shop',
      'a.m4a',
      { args: [...six.slice(4), ...aac, '-movflags', '+faststart'], change: replaced('mp4a', 'drms') },
      { refused: /зашифрована/ },
    ),
    quick(written('zeros alone', 'a.mp4', () => Buffer.alloc(50_000), { refused: /пустой файл/i })),
    written(
      'zeros behind a head',
      'a.mp4',
      () => Buffer.concat([Buffer.from([0, 0, 0, 0x20]), Buffer.from('ftypisom'), Buffer.alloc(50_000)]),
      { refused: /нет конца|повреждён/ },
    ),
    kind(
      'a head alone',
      'a.mkv',
      { args: usual, change: (bytes) => bytes.subarray(0, 400) },
      { refused: /нет ни картинки, ни звука|повреждён/ },
    ),
    kind('zeros behind a head: MXF', 'a.mxf', { args: mxf, change: zeros(0.0005, 1) }, { refused: /повреждён/ }),
    kind(
      'garbage behind the head: MP4',
      'a.mp4',
      { args: fast, change: garbage(0.15, 1) },
      { refused: /нет ни картинки, ни звука|повреждён/ },
    ),
  ],
};

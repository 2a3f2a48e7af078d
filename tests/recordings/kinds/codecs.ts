import { aac, both, h264, kind, picture, plain, quick, sound } from '../make-kind.ts';
import type { Group } from '../recording-kind.ts';

const picturesInMatroska: [name: string, encoder: string[]][] = [
  ['H.265', ['-c:v', 'libx265', '-preset', 'ultrafast']],
  ['MPEG-1', ['-c:v', 'mpeg1video', '-r', '25']],
  ['MPEG-2', ['-c:v', 'mpeg2video', '-r', '25']],
  ['MPEG-4', ['-c:v', 'mpeg4']],
  ['Xvid', ['-c:v', 'libxvid']],
  ['Theora', ['-c:v', 'libtheora']],
  ['Motion JPEG', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']],
  ['ProRes', ['-c:v', 'prores']],
  ['FFV1', ['-c:v', 'ffv1']],
  ['HuffYUV', ['-c:v', 'huffyuv', '-pix_fmt', 'yuv422p']],
  ['Dirac', ['-c:v', 'vc2', '-pix_fmt', 'yuv420p', '-strict', '-1']],
  ['PNG pictures', ['-c:v', 'png']],
  ['Snow', ['-c:v', 'snow', '-strict', '-2']],
  ['raw pictures', ['-c:v', 'rawvideo', '-pix_fmt', 'yuv420p']],
];
const soundsInMatroska: [name: string, encoder: string[]][] = [
  ['AC-3', ['-c:a', 'ac3']],
  ['DTS', ['-c:a', 'dca', '-strict', '-2']],
  ['FLAC', ['-c:a', 'flac']],
  ['PCM of 24 bits', ['-c:a', 'pcm_s24le']],
  ['TrueHD', ['-c:a', 'truehd', '-strict', '-2']],
  ['Vorbis', ['-c:a', 'libvorbis']],
  ['Opus', ['-c:a', 'libopus']],
  ['MP2', ['-c:a', 'mp2']],
];
const h264As: [name: string, how: string[], copied: boolean][] = [
  ['H.264 of 10 bits', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'], false],
  ['H.264 of 4:4:4', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p'], false],
  ['H.264 of 4:2:2', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p'], false],
  ['H.264 Main', ['-c:v', 'libx264', '-preset', 'fast', '-profile:v', 'main', '-pix_fmt', 'yuv420p'], true],
  ['H.264 of one key picture', [...h264, '-g', '999'], true],
];

/** Codecs of picture and sound. */
export const codecs: Group = {
  title: 'Кодеки',
  kinds: [
    ...picturesInMatroska.map(([name, encoder]) => kind(`picture: ${name}`, 'a.mkv', [...both, ...encoder, ...aac])),
    ...soundsInMatroska.map(([name, encoder]) => kind(`sound: ${name}`, 'a.mkv', [...both, ...h264, ...encoder])),
    ...h264As.map(([name, how, copied]) => kind(name, 'a.mp4', [...both, ...how, ...aac], { copied })),
    quick(kind('QuickTime Animation', 'a.mov', [...both, '-c:v', 'qtrle', '-c:a', 'pcm_s16be'])),
    kind('Cinepak', 'a.avi', [...both, '-c:v', 'cinepak', '-c:a', 'adpcm_ms']),
    kind('screen capture, Flash Screen', 'a.flv', [...both, '-c:v', 'flashsv', '-c:a', 'libmp3lame']),
    kind('screen capture, ZMBV', 'a.avi', [...both, '-c:v', 'zmbv', '-c:a', 'pcm_s16le']),
    kind(
      'VP9',
      'a.webm',
      [...both, '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-deadline', 'realtime', '-c:a', 'libopus'],
      {
        ...{ copied: true, played: 'webm' },
      },
    ),
    kind('AV1', 'a.mp4', [...both, '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime', ...aac]),
    kind(
      'VP8 with transparency',
      'a.webm',
      [...picture, '-t', '2', '-c:v', 'libvpx', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'],
      {
        ...{ sounds: 0, played: 'webm', copied: true },
      },
    ),
    kind('grey pictures', 'a.mkv', [...both, '-c:v', 'ffv1', '-pix_fmt', 'gray', ...aac]),
    kind('MP3 in MP4', 'a.mp4', [...both, ...h264, '-c:a', 'libmp3lame'], { copied: true }),
    kind('MP3 of 8 kHz', 'a.mp3', [...sound, '-t', '2', '-ar', '8000', '-c:a', 'libmp3lame'], { picture: false }),
    kind('sound of six channels', 'a.mp4', [...both, ...plain, '-ac', '6'], { copied: true }),
    kind('sound of 96 kHz', 'a.flac', [...sound, '-t', '2', '-ar', '96000'], { picture: false }),
    kind('sound of one channel, 8 bits', 'a.wav', [...sound, '-t', '2', '-ac', '1', '-c:a', 'pcm_u8'], {
      picture: false,
    }),
  ],
};

/** Codecs that this system's ffmpeg cannot encode, so they are not tested. */
export const leftOut: readonly [kind: string, why: string][] = [
  ['picture: VC-1, WMV 9', 'нет кодировщика'],
  ['picture: RealVideo 3 и 4', 'нет кодировщика'],
  ['picture: Indeo, Sorenson 3', 'нет кодировщика'],
  ['sound: AMR-WB, QCELP, EVRC', 'нет кодировщика'],
  ['sound: Monkey’s Audio, Musepack, TAK', 'нет кодировщика'],
  ['sound: HE-AAC', 'нет кодировщика (libfdk_aac)'],
  ['sound: Cook, Sipro', 'нет кодировщика'],
];

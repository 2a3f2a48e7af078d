import { aac, both, h264, kind, picture, plain, quick, sound } from '../make-kind.ts';
import type { Expected, Group } from '../recording-kind.ts';

const pal = 'testsrc=size=720x576:rate=50';
/** Interlaced video, with fields of two moments in one frame, as a camcorder writes it. */
const interlaced = ['-f', 'lavfi', '-i', pal, ...sound, '-t', '2', '-vf', 'tinterlace=interleave_top,fieldorder=tff'];
const mpeg2Fields = ['-c:v', 'mpeg2video', '-b:v', '8M', '-flags', '+ildct+ilme'];
const wide = (aspect: string) => [...both, '-vf', `scale=720:576,setsar=${aspect}`];
const turned = (degrees: number): [string[], Expected] => [
  ['-display_rotation', String(degrees)],
  { picture: degrees % 180 === 0 ? [160, 120] : [120, 160], copied: true },
];
/** Returns a change that replaces the identity matrix in a file's header by one that rotates the picture. */
const matrix = (values: number[]) => (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  const upright = Buffer.alloc(36);
  for (const [at, value] of [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].entries())
    upright.writeInt32BE(value, at * 4);
  const head = changed.indexOf('tkhd');
  const place = changed.indexOf(upright, head);
  for (const [at, value] of values.entries()) changed.writeInt32BE(value, place + at * 4);
  return changed;
};
const one = 0x10000;
const w = 0x40000000;

/** Rotation, aspect ratio and interlacing of pictures. */
export const pictures: Group = {
  title: 'Картинка',
  kinds: [
    kind('turned by 90°', 'a.mp4', { change: matrix([0, one, 0, -one, 0, 0, 120 * one, 0, w]) }, turned(90)[1]),
    kind(
      'turned by 180°',
      'a.mp4',
      { change: matrix([-one, 0, 0, 0, -one, 0, 160 * one, 120 * one, w]) },
      turned(180)[1],
    ),
    quick(
      kind('turned by 270°', 'a.mov', { change: matrix([0, -one, 0, one, 0, 0, 0, 160 * one, w]) }, turned(270)[1]),
    ),
    kind(
      'turned by 90°, encoded',
      'a.mov',
      {
        args: [...both, '-c:v', 'mpeg4', ...aac],
        change: matrix([0, one, 0, -one, 0, 0, 120 * one, 0, w]),
      },
      { picture: [120, 160], copied: false },
    ),
    kind('interlaced DVD', 'a.mpg', [...interlaced, '-top', '1', ...mpeg2Fields, '-c:a', 'mp2', '-f', 'mpeg'], {
      ...{ picture: [720, 576], look: 'no comb' },
    }),
    kind(
      'interlaced DV',
      'a.dv',
      [
        ...interlaced,
        '-pix_fmt',
        'yuv420p',
        '-c:v',
        'dvvideo',
        '-flags',
        '+ildct',
        '-c:a',
        'pcm_s16le',
        '-ar',
        '48000',
        '-ac',
        '2',
      ],
      {
        ...{ picture: [768, 576], look: 'no comb' },
      },
    ),
    kind(
      'interlaced H.264 of a camera',
      'a.mts',
      [...interlaced, ...h264, '-flags', '+ildct+ilme', '-x264opts', 'tff=1', ...aac, '-f', 'mpegts'],
      {
        ...{ picture: [720, 576], look: 'no comb', copied: false },
      },
    ),
    kind('interlaced, and nothing says so', 'a.avi', [...interlaced, '-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'mp2'], {
      ...{ picture: [720, 576], look: 'no comb' },
    }),
    kind(
      'progressive, called interlaced',
      'a.mts',
      [
        ...both,
        '-vf',
        'scale=720:576,setsar=1',
        '-r',
        '25',
        ...h264,
        '-x264opts',
        'fake-interlaced=1',
        ...aac,
        '-f',
        'mpegts',
      ],
      {
        picture: [720, 576],
      },
    ),
    kind('anamorphic 16:9', 'a.mp4', [...wide('64/45'), ...plain], { picture: [1024, 576], copied: false }),
    kind('anamorphic 4:3', 'a.mkv', [...wide('16/15'), ...plain], { picture: [768, 576], copied: false }),
    kind('anamorphic DVD', 'a.mpg', [...wide('64/45'), '-r', '25', '-c:v', 'mpeg2video', '-c:a', 'mp2', '-f', 'mpeg'], {
      picture: [1024, 576],
    }),
    kind(
      'anamorphic WebM',
      'a.webm',
      [...wide('64/45'), '-c:v', 'libvpx', '-cpu-used', '8', '-deadline', 'realtime', '-c:a', 'libopus'],
      {
        picture: [1024, 576],
      },
    ),
    kind('narrow pixels', 'a.mp4', [...both, '-vf', 'setsar=1/2', ...plain], { picture: [80, 120] }),
    kind('nearly square pixels', 'a.mp4', [...both, '-vf', 'setsar=200/201', ...plain], { copied: true }),
    kind('odd size', 'a.avi', [...both, '-vf', 'scale=161:121,setsar=1', '-c:v', 'ffv1', '-c:a', 'mp2'], {
      picture: [160, 120],
    }),
    kind('tiny', 'a.avi', [...both, '-vf', 'scale=16:16,setsar=1', '-c:v', 'mpeg4', '-c:a', 'mp2'], {
      picture: [16, 16],
    }),
    kind('very wide', 'a.avi', [...both, '-vf', 'scale=1600:90,setsar=1', '-c:v', 'mpeg4', '-c:a', 'mp2'], {
      picture: [1600, 90],
    }),
    kind(
      '4K',
      'a.mkv',
      [...both, '-vf', 'scale=3840:2160,setsar=1', '-r', '2', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', ...aac],
      {
        picture: [1920, 1080],
      },
    ),
    kind(
      'size that changes on the way',
      'a.ts',
      {
        args: ['-f', 'mpegts', '-i', 'joined', '-c', 'copy', '-f', 'mpegts'],
        files: () => ({ joined: joinedSizes() }),
      },
      { seconds: false },
    ),
  ],
};

function joinedSizes(): Buffer {
  const part = (size: string, offset: string) =>
    kind('', 'a.ts', [
      ...picture,
      ...sound,
      '-t',
      '1',
      '-s',
      size,
      ...plain,
      '-output_ts_offset',
      offset,
      '-f',
      'mpegts',
    ]).make();
  return Buffer.concat([part('160x120', '0'), part('320x240', '1')]);
}

import { aac, both, h264, kind, picture, plain, quick, sound, written } from '../make-kind.ts';
import type { Group } from '../recording-kind.ts';

const srt = (from: string, to: string) => `1\n${from},000 --> ${to},000\nДобрый день\n`;
const shortSources = [
  '-f',
  'lavfi',
  '-i',
  'testsrc=size=160x120:rate=10:duration=2',
  '-f',
  'lavfi',
  '-i',
  'sine=duration=2',
];
const fourSeconds = [
  '-f',
  'lavfi',
  '-i',
  'testsrc=size=160x120:rate=10:duration=4',
  '-f',
  'lavfi',
  '-i',
  'sine=duration=4',
];
/** A recording with a track of words at these times. */
const withWords = (from: string, to: string, codec: string) => ({
  args: [...shortSources, '-i', 's.srt', '-map', '0', '-map', '1', '-map', '2', ...plain, '-c:s', codec],
  files: () => ({ 's.srt': srt(from, to) }),
});
const chapters = ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=600\ntitle=Первый вопрос\n';
const rates: [rate: string, out: string][] = [
  ['1', '1 picture a second'],
  ['24000/1001', '23.976'],
  ['30000/1001', '29.97'],
  ['50', '50'],
  ['120', '120'],
];
const slow = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=1'];
const deep = ['-f', 'lavfi', '-i', 'sine=frequency=300'];
const high = ['-f', 'lavfi', '-i', 'sine=frequency=2000'];
const mpeg2 = ['-r', '25', '-c:v', 'mpeg2video', '-c:a', 'mp2'];
/** A transport stream, or another one, of these, with a track that begins so many seconds after them and lasts two. */
const late = (begins: number, first: string[], track: string[], encoders: string[], format = 'mpegts') => {
  const inputs = [...first, '-itsoffset', String(begins), ...track];
  const maps = inputs.filter((arg) => arg === '-i').flatMap((_, at) => ['-map', String(at)]);
  return [...inputs, ...maps, '-t', String(begins + 2), ...encoders, '-f', format];
};
const clip = (...more: string[]) => kind('', 'a.ts', [...both, ...plain, ...more, '-f', 'mpegts']).make();

/** Frame rates; lengths that a container states wrongly, or not at all. */
export const lengths: Group = {
  title: 'Длина и частота',
  kinds: [
    ...rates.map(([rate, name]) => kind(`rate: ${name}`, 'a.mp4', [...both, '-r', rate, ...plain], { copied: true })),
    kind('rate: varies', 'a.mkv', [...both, '-vf', "select='lt(t,1)+not(mod(n,7))'", '-fps_mode', 'vfr', ...plain], {
      copied: true,
    }),
    quick(
      kind('subtitles that run on', 'a.mkv', withWords('00:00:01', '00:10:00', 'srt'), {
        said: /Добрый день/,
        copied: true,
      }),
    ),
    kind('subtitles that run on, MP4', 'a.mp4', withWords('00:00:01', '00:10:00', 'mov_text'), { said: /Добрый день/ }),
    kind('subtitles that begin at an hour', 'a.mkv', withWords('01:00:00', '01:00:02', 'srt'), { copied: true }),
    kind(
      'chapters that run on',
      'a.mkv',
      {
        args: [
          ...shortSources,
          '-i',
          'c.txt',
          '-map',
          '0',
          '-map',
          '1',
          '-map_metadata',
          '2',
          '-map_chapters',
          '2',
          ...plain,
        ],
        files: () => ({ 'c.txt': chapters }),
      },
      { copied: true },
    ),
    kind(
      'a picture that stands still',
      'a.mp4',
      [...fourSeconds, '-vf', "select='eq(n,0)'", '-fps_mode', 'vfr', ...plain],
      { seconds: 4 },
    ),
    kind('a picture that stands still, AVI', 'a.avi', [
      ...shortSources,
      '-vf',
      "select='eq(n,0)'",
      '-fps_mode',
      'vfr',
      '-c:v',
      'mpeg4',
      '-c:a',
      'mp2',
    ]),
    kind('time lapse', 'a.mov', [...picture, '-t', '20', '-vf', 'setpts=PTS*10', '-fps_mode', 'vfr', ...h264], {
      seconds: 19.1,
      sounds: 0,
    }),
    kind(
      'time lapse of two pictures',
      'a.mp4',
      ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=1/10', '-t', '20', ...h264],
      { seconds: 20, sounds: 0 },
    ),
    kind('a single picture', 'a.mp4', [...picture, '-frames:v', '1', ...h264], { seconds: 0.1, sounds: 0 }),
    kind(
      'sound longer than the picture',
      'a.mkv',
      [
        ...picture,
        '-f',
        'lavfi',
        '-i',
        'sine=duration=4',
        '-filter_complex',
        '[0:v]trim=0:1[v]',
        '-map',
        '[v]',
        '-map',
        '1',
        ...plain,
      ],
      { seconds: 4 },
    ),
    kind(
      'picture longer than the sound',
      'a.mkv',
      [
        '-f',
        'lavfi',
        '-i',
        'testsrc=size=160x120:rate=10:duration=4',
        '-f',
        'lavfi',
        '-i',
        'sine=duration=1',
        ...plain,
      ],
      { seconds: 4 },
    ),
    quick(
      kind(
        'MP3 without an index',
        'a.mp3',
        [
          ...sound,
          '-t',
          '3',
          '-af',
          "volume='if(lt(t,0.5),0,1)':eval=frame",
          '-c:a',
          'libmp3lame',
          '-q:a',
          '2',
          '-write_xing',
          '0',
        ],
        { seconds: 3, picture: false },
      ),
    ),
    kind(
      'MP3 without an index, loud first',
      'a.mp3',
      [
        ...['-f', 'lavfi', '-i', 'anoisesrc=duration=6'],
        '-af',
        "volume='if(lt(t,1),1,0)':eval=frame",
        '-c:a',
        'libmp3lame',
        '-q:a',
        '2',
        '-write_xing',
        '0',
      ],
      { seconds: 6, picture: false },
    ),
    kind(
      'raw AAC, loud first',
      'a.aac',
      [...['-f', 'lavfi', '-i', 'anoisesrc=duration=6'], '-af', "volume='if(lt(t,1),1,0)':eval=frame", ...aac],
      { seconds: 6, picture: false },
    ),
    quick(
      kind('edit list that leaves out the beginning', 'a.mp4', {
        args: ['-ss', '1.05', '-i', 'b.mp4', '-c', 'copy'],
        files: () => ({ 'b.mp4': kind('', 'b.mp4', [...picture, ...sound, '-t', '3', ...plain, '-g', '5']).make() }),
      }),
    ),
    kind('start at ten hours', 'a.ts', [...both, ...plain, '-output_ts_offset', '36000', '-f', 'mpegts'], {
      copied: true,
    }),
    kind('start at an hour, MKV', 'a.mkv', [...both, ...plain, '-output_ts_offset', '3600'], { copied: true }),
    kind('start below zero', 'a.mkv', [...both, ...plain, '-output_ts_offset', '-1', '-avoid_negative_ts', 'disabled']),
    kind('sound that begins a second late', 'a.mkv', [...picture, '-itsoffset', '1', ...sound, '-t', '3', ...plain], {
      seconds: 3,
    }),
    quick(
      kind('sound that begins 8 s late, TS', 'a.ts', late(8, picture, sound, [...plain, '-g', '10']), {
        seconds: 10,
        copied: true,
        begins: [8],
      }),
    ),
    kind('sound that begins eleven minutes late, TS', 'a.ts', late(660, slow, sound, plain), {
      seconds: 662,
      begins: [660],
    }),
    kind(
      'sound that begins 9 s late, M2TS',
      'a.m2ts',
      {
        args: [...late(9, picture, sound, [...h264, '-c:a', 'ac3']), '-mpegts_m2ts_mode', '1'],
      },
      { seconds: 11, begins: [9] },
    ),
    kind('picture that begins 8 s late, TS', 'a.ts', late(8, sound, picture, plain), { seconds: 10, begins: [0] }),
    kind('second sound that begins 9 s late, TS', 'a.ts', late(9, [...picture, ...deep], high, plain), {
      seconds: 11,
      sounds: 3,
      look: 'two voices',
      begins: [0, 9],
    }),
    kind('picture that begins eleven minutes late, TS', 'a.ts', late(660, sound, picture, plain), {
      seconds: 662,
      begins: [0],
    }),
    kind(
      'sound between 20 and 22 s, MPG',
      'a.mpg',
      // Looked for at the end of the file, as ffmpeg does, it is not found either.
      ['-t', '40', ...picture, '-itsoffset', '20', '-t', '2', ...sound, ...mpeg2, '-b:v', '1M', '-f', 'mpeg'],
      { seconds: 40, begins: [20] },
    ),
    kind('sound that begins 3 s late, MPG', 'a.mpg', late(3, picture, sound, mpeg2, 'mpeg'), {
      seconds: 5,
      begins: [3],
    }),
    quick(written('joined TS', 'a.ts', () => Buffer.concat([clip(), clip()]), { seconds: 4 })),
    kind(
      'gap of a minute',
      'a.mkv',
      [
        ...fourSeconds,
        '-vf',
        'setpts=PTS+gte(T\\,2)*60/TB',
        '-af',
        'asetpts=PTS+gte(T\\,2)*60/TB',
        '-fps_mode',
        'vfr',
        ...plain,
      ],
      { seconds: 64 },
    ),
    kind(
      'WAV of a stream: no length',
      'a.wav',
      {
        args: [...sound, '-t', '2'],
        change: (b) => {
          const c = Buffer.from(b);
          c.writeUInt32LE(0xffffffff, 4);
          c.writeUInt32LE(0xffffffff, c.indexOf('data') + 4);
          return c;
        },
      },
      { picture: false },
    ),
    kind('AVI without an index', 'a.avi', {
      args: [...both, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
      change: (b) => b.subarray(0, b.lastIndexOf('idx1')),
    }),
    kind('MKV of a stream: no index', 'a.mkv', [...both, ...plain, '-f', 'matroska', '-live', '1'], { copied: true }),
    kind('FLV without a length', 'a.flv', [...both, ...plain, '-flvflags', 'no_duration_filesize'], { copied: true }),
  ],
};

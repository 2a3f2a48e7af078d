import { aac, both, h264, kind, picture, plain, quick } from '../make-kind.ts';
import type { Group } from '../recording-kind.ts';

/** Corrupts the packets of a stream where this expression is 1. */
const noise = (stream: string, where: string) => [`-bsf:${stream}`, `noise=amount=${where.replace(',', '\\,')}`];
const voices = (first: string, second: string, seconds = '2') => [
  ...picture,
  '-f',
  'lavfi',
  '-i',
  first,
  '-f',
  'lavfi',
  '-i',
  second,
  '-t',
  seconds,
  '-map',
  '0',
  '-map',
  '1',
  '-map',
  '2',
];
const low = 'sine=frequency=300';
const high = "aevalsrc='if(gt(t,1),0.3*sin(2*PI*2000*t),0)'";
const quiet = 'anullsrc=r=44100:cl=mono';
const english = '1\n00:00:00,500 --> 00:00:01,500\nGood afternoon, colleagues\n';
const russian = '1\n00:00:00,500 --> 00:00:01,500\nДобрый день, коллеги\n';
const drawing = `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Arial,20\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:00.10,0:00:01.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 50 0 50{\\p0}\nDialogue: 0,0:00:01.00,0:00:01.90,Default,,0,0,0,,{\\b1}Коллеги{\\b0}, начнём\n`;
const texts = (codec: string, ...more: string[]) => [
  ...both.slice(0, -2),
  '-i',
  'e.srt',
  '-i',
  'r.srt',
  ...['-map', '0', '-map', '1', '-map', '2', '-map', '3'],
  '-t',
  '2',
  ...plain,
  '-c:s',
  codec,
  ...more,
];
const bothTexts = () => ({ 'e.srt': english, 'r.srt': russian });
const oneText = (codec: string, file: string, words: string | Uint8Array, ...more: string[]) => ({
  args: [
    ...both.slice(0, -2),
    ...more,
    '-i',
    file,
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-t',
    '2',
    ...plain,
    '-c:s',
    codec,
  ],
  files: () => ({ [file]: words }),
});

/** Several audio and subtitle tracks. */
export const tracks: Group = {
  title: 'Дорожки',
  kinds: [
    kind('two speakers on two tracks', 'a.mkv', [...voices(low, high), ...plain], { sounds: 3, look: 'two voices' }),
    kind('two speakers on two tracks, MP4', 'a.mp4', [...voices(low, high), ...plain], {
      sounds: 3,
      look: 'two voices',
    }),
    kind('two speakers on two tracks, WebM', 'a.webm', [...voices(low, high), '-c:v', 'libvpx', '-c:a', 'libopus'], {
      sounds: 3,
      look: 'two voices',
      played: 'webm',
    }),
    kind(
      'two speakers, sound alone',
      'a.m4a',
      ['-f', 'lavfi', '-i', low, '-f', 'lavfi', '-i', high, '-t', '2', '-map', '0', '-map', '1', ...aac],
      { sounds: 3, picture: false, look: 'two voices' },
    ),
    kind(
      'the second of two speakers is damaged to the end',
      'a.mp4',
      [...voices(low, high, '6'), ...plain, ...noise('a:1', 'gt(pts*tb,2.3)')],
      { sounds: 3, seconds: 6, warnings: [/^Повреждено 1 место записи: 00:00:02–00:00:0[56]/] },
    ),
    kind(
      'nothing of the second of two speakers is left',
      'a.mp4',
      [...voices(low, high), ...plain, ...noise('a:1', '1')],
      { sounds: 1, copied: true, warnings: [/^Прочитаны не все дорожки звука: часть повреждена$/] },
    ),
    quick(
      kind('nothing of the sound is left', 'a.mp4', [...both, ...plain, ...noise('a', '1')], {
        sounds: 0,
        warnings: [/^Звук повреждён и не читается\. Обработана только картинка$/],
      }),
    ),
    kind('nothing of the picture is left', 'a.mkv', [...both, ...plain, ...noise('v', '1')], {
      picture: false,
      warnings: [/^Картинка повреждена и не читается\. Обработан только звук$/],
    }),
    kind('a silent track, and one with speech', 'a.mkv', [...voices(quiet, low), ...plain], {
      sounds: 1,
      copied: true,
    }),
    kind('two silent tracks', 'a.mkv', [...voices(quiet, quiet), ...plain], { sounds: 1 }),
    kind(
      'a translation beside the Russian track',
      'a.mkv',
      [...voices(high, low), ...plain, '-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=rus'],
      { sounds: 1, look: 'one voice', copied: true },
    ),
    kind('a sound that is declared, and never comes', 'a.ts', [...both, ...plain, '-bsf:a', 'noise=drop=1'], {
      sounds: 0,
      copied: true,
    }),
    kind('no sound', 'a.mp4', [...picture, '-t', '2', ...h264], { sounds: 0, copied: true }),
    kind(
      'a picture of a cover beside the video',
      'a.mp4',
      [
        ...both.slice(0, -2),
        '-f',
        'lavfi',
        '-i',
        'color=size=64x64:rate=1:duration=1',
        '-map',
        '0',
        '-map',
        '1',
        '-map',
        '2',
        '-t',
        '2',
        ...plain,
        '-c:v:1',
        'png',
        '-disposition:v:1',
        'attached_pic',
      ],
      { copied: true },
    ),
    kind(
      'two pictures: room and screen',
      'a.mkv',
      [
        ...both.slice(0, -2),
        '-f',
        'lavfi',
        '-i',
        'testsrc2=size=320x240:rate=5:duration=2',
        '-map',
        '0',
        '-map',
        '1',
        '-map',
        '2',
        '-t',
        '2',
        ...plain,
      ],
      { seconds: 2 },
    ),
    kind(
      'English text first, Russian without a name',
      'a.mkv',
      { args: texts('srt', '-metadata:s:s:0', 'language=eng'), files: bothTexts },
      { said: /Добрый день/ },
    ),
    kind(
      'English text first, neither named',
      'a.mp4',
      { args: texts('mov_text'), files: bothTexts },
      { said: /Добрый день/ },
    ),
    kind(
      'English text called Russian',
      'a.mkv',
      { args: texts('srt', '-metadata:s:s:0', 'language=rus', '-metadata:s:s:1', 'language=eng'), files: bothTexts },
      { said: /Добрый день/ },
    ),
    kind('text with drawings', 'a.mkv', oneText('ass', 's.ass', drawing), { said: /^Коллеги, начнём$/ }),
    kind('drawings alone', 'a.mkv', oneText('ass', 's.ass', drawing.split('\n').slice(0, -2).join('\n')), {
      said: false,
    }),
    kind(
      'text in Windows-1251',
      'a.mkv',
      oneText(
        'copy',
        's.srt',
        Buffer.from([
          ...Buffer.from('1\n00:00:00,500 --> 00:00:01,500\n'),
          0xc4,
          0xee,
          0xe1,
          0xf0,
          0xfb,
          0xe9,
          0x20,
          0xe4,
          0xe5,
          0xed,
          0xfc,
          0x0a,
        ]),
      ),
      { said: /Добрый день/ },
    ),
    kind(
      'WebVTT in WebM',
      'a.webm',
      {
        args: [
          ...both.slice(0, -2),
          '-i',
          'r.srt',
          '-map',
          '0',
          '-map',
          '1',
          '-map',
          '2',
          '-t',
          '2',
          '-c:v',
          'libvpx',
          '-c:a',
          'libopus',
          '-c:s',
          'webvtt',
        ],
        files: bothTexts,
      },
      { said: /Добрый день/, played: 'webm' },
    ),
    kind(
      'a track of text that is empty',
      'a.mkv',
      oneText('ass', 's.ass', drawing.split('\n').slice(0, -3).join('\n')),
      { said: false },
    ),
    kind('an empty track of sound', 'a.mov', emptySound(), { sounds: 0 }),
    kind('an empty track of the picture', 'a.mp4', emptyPicture(), { picture: false }),
    kind('both tracks are empty', 'a.mp4', [...picture, '-t', '0', ...h264, '-movflags', 'empty_moov'], {
      refused: /нет ни картинки, ни звука/,
    }),
  ],
};

/** A track without any data. */
function emptySound() {
  return [
    ...picture,
    '-f',
    'lavfi',
    '-i',
    'sine',
    '-filter_complex',
    '[1:a]atrim=start=5:end=5[a]',
    '-map',
    '0:v',
    '-map',
    '[a]',
    '-t',
    '2',
    ...plain,
  ];
}

function emptyPicture() {
  return [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=160x120:rate=10:duration=2',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=2',
    '-filter_complex',
    '[0:v]trim=start=5:end=5[v]',
    '-map',
    '[v]',
    '-map',
    '1:a',
    ...plain,
  ];
}

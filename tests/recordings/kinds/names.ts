import { after, before } from '../change-bytes.ts';
import { both, h264, kind, makeBytes, picture, plain, quick, sound, written } from '../make-kind.ts';
import type { Group } from '../recording-kind.ts';

const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n';
const page = '<!doctype html><script>alert(1)</script>';
const noVideo = { refused: /не является видео/ };
const called = (name: string, file: string, ending: string, args: string[], expected = {}) => ({
  ...kind(name, ending, args, expected),
  file,
});

/** Misleading names, files of two formats at once, and files that are no recordings. */
export const names: Group = {
  title: 'Имена и подделки',
  kinds: [
    called('WebM called .mp4', 'Совещание.mp4', 'a.webm', [...both, '-c:v', 'libvpx', '-c:a', 'libopus'], {
      played: 'webm',
    }),
    called('MP4 called .avi', 'Совещание.avi', 'a.mp4', [...both, ...plain], { copied: true }),
    called('MP3 called .mp4', 'Совещание.mp4', 'a.mp3', [...sound, '-t', '2', '-c:a', 'libmp3lame'], {
      picture: false,
    }),
    called('MP4 without an ending', 'Совещание', 'a.mp4', [...both, ...plain], { copied: true }),
    called('raw AC-3 called .mp3', 'Совещание.mp3', 'a.ac3', [...sound, '-t', '2', '-c:a', 'ac3'], { picture: false }),
    quick(
      called(
        'raw H.264 called .mp4',
        'камера.mp4',
        'a.h264',
        [...picture, '-t', '2', '-r', '25', ...h264, '-f', 'h264'],
        { sounds: 0 },
      ),
    ),
    called('a name with signs of the shell', '$(rm -rf ~) `x` "; %d.mp4', 'a.mp4', [...both, ...plain], {
      copied: true,
    }),
    called(
      'a name of two hundred letters',
      `${'Очень длинное название совещания '.repeat(6)}.mp4`,
      'a.mp4',
      [...both, ...plain],
      { copied: true },
    ),
    kind('MP4 that is a page, too', 'a.mp4', { args: [...both, ...plain], change: after(Buffer.from(page)) }),
    kind('MP4 that is an archive, too', 'a.mp4', {
      args: [...both, ...plain],
      change: after(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200, 7)])),
    }),
    kind(
      'MP3 with a picture and tags of 20 kB',
      'a.mp3',
      { args: [...sound, '-t', '2', '-c:a', 'libmp3lame', '-id3v2_version', '0'], change: before(id3(20_000)) },
      { picture: false },
    ),
    kind(
      'MP3 that is a page, too',
      'a.mp3',
      { args: [...sound, '-t', '2', '-c:a', 'libmp3lame', '-id3v2_version', '0'], change: after(Buffer.from(page)) },
      { picture: false },
    ),
    quick(written('playlist of a file of the server', 'a.mp4', () => Buffer.from(playlist), noVideo)),
    written('playlist behind a mark of MP3', 'a.mp3', () => Buffer.concat([id3(10), Buffer.from(playlist)]), {
      refused: /./,
    }),
    written(
      'list of files to join',
      'a.mp4',
      () => Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n"),
      noVideo,
    ),
    written('a page', 'a.mp4', () => Buffer.from(page), noVideo),
    written('a text', 'a.mpg', () => Buffer.from('Протокол совещания\n'.repeat(100)), noVideo),
    quick(
      written(
        'noise',
        'a.mpg',
        () => Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251)),
        noVideo,
      ),
    ),
    written('an archive', 'a.mp4', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(3000, 9)]), noVideo),
    kind('a photograph', 'a.jpg', [...picture, '-frames:v', '1'], noVideo),
    kind('a moving GIF', 'a.gif', [...picture, '-t', '1'], noVideo),
    written('subtitles alone', 'a.srt', () => Buffer.from('1\n00:00:00,500 --> 00:00:01,500\nСлова\n'), noVideo),
    written('MOV that names another file', 'a.mov', () => referring(), { refused: /./ }),
  ],
};

function id3(bytes: number): Buffer {
  const head = Buffer.from([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    (bytes >> 21) & 127,
    (bytes >> 14) & 127,
    (bytes >> 7) & 127,
    bytes & 127,
  ]);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}

/** A file that refers to a file of the server as the place of its data. */
function referring(): Buffer {
  const made = makeBytes([...picture, '-t', '1', ...h264, '-movflags', '+faststart', 'a.mov']);
  const at = made.indexOf('url \0\0\0\x01', 0, 'latin1');
  const changed = Buffer.from(made);
  if (at > 0) changed[at + 7] = 0;
  return changed.subarray(0, changed.indexOf('mdat') + 4);
}

import { aac, both, h264, kind, picture, plain, quick, sound, written } from '../make-kind.ts';
import type { Group } from '../recording-kind.ts';

const mpeg2 = ['-c:v', 'mpeg2video', '-r', '25', '-c:a', 'mp2'];
const tone = [...sound, '-t', '2'];
const cover = ['-f', 'lavfi', '-i', 'color=size=64x64:rate=1:duration=1'];
const alone = { picture: false } as const;

/** Writes a dictaphone's file by hand, since ffmpeg here has no AMR encoder. */
const amr = () => Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 100 }, () => amrFrame)]);
const amrFrame = Buffer.from([0x3c, ...Array.from({ length: 31 }, (_, at) => (at * 37) % 256)]);

/** Containers, with picture and with sound alone; raw streams without a container. */
export const containers: Group = {
  title: 'Контейнеры',
  kinds: [
    kind('MP4', 'a.mp4', [...both, ...plain], { copied: true }),
    kind('MP4, index in front', 'a.mp4', [...both, ...plain, '-movflags', '+faststart'], { copied: true }),
    quick(
      kind('MP4 of fragments', 'a.mp4', [...both, ...plain, '-movflags', 'frag_keyframe+empty_moov'], { copied: true }),
    ),
    kind('MOV', 'a.mov', [...both, ...plain], { copied: true }),
    kind('3GP', 'a.3gp', [...both, '-s', '176x144', '-c:v', 'h263', '-r', '10', ...aac], { picture: [192, 144] }),
    kind('M4V', 'a.m4v', [...both, ...plain], { copied: true }),
    kind('F4V', 'a.f4v', [...both, ...plain], { copied: true }),
    kind('Matroska', 'a.mkv', [...both, ...plain], { copied: true }),
    kind('WebM', 'a.webm', [...both, '-c:v', 'libvpx', '-c:a', 'libopus'], { copied: true, played: 'webm' }),
    quick(
      kind('WebM without a length', 'a.webm', [...both, '-c:v', 'libvpx', '-c:a', 'libopus', '-live', '1'], {
        ...{ copied: true, played: 'webm' },
      }),
    ),
    kind('AVI', 'a.avi', [...both, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']),
    kind(
      'AVI with DV',
      'a.avi',
      [
        ...both,
        '-vf',
        'scale=720:576,setsar=16/15',
        '-r',
        '25',
        '-c:v',
        'dvvideo',
        '-c:a',
        'pcm_s16le',
        '-ar',
        '48000',
      ],
      {
        picture: [768, 576],
      },
    ),
    kind('WMV', 'a.wmv', [...both, '-c:v', 'wmv2', '-c:a', 'wmav2']),
    kind('FLV', 'a.flv', [...both, '-c:v', 'flv', '-c:a', 'libmp3lame']),
    kind('FLV with H.264', 'a.flv', [...both, ...plain], { copied: true }),
    kind('MPEG-TS', 'a.ts', [...both, ...plain], { copied: true }),
    kind('MTS of a camera', 'a.mts', [...both, ...h264, '-c:a', 'ac3', '-f', 'mpegts', '-mpegts_m2ts_mode', '1']),
    kind('MPEG program stream', 'a.mpg', [...both, ...mpeg2, '-f', 'mpeg']),
    kind(
      'VOB',
      'a.vob',
      [...both, '-vf', 'scale=720:576,setsar=16/15', '-c:v', 'mpeg2video', '-r', '25', '-c:a', 'ac3', '-f', 'vob'],
      {
        picture: [768, 576],
      },
    ),
    kind('MXF', 'a.mxf', [...both, '-c:v', 'mpeg2video', '-r', '25', '-c:a', 'pcm_s16le', '-ar', '48000']),
    kind(
      'GXF',
      'a.gxf',
      [
        ...both,
        '-vf',
        'scale=720:576,setsar=16/15',
        '-c:v',
        'mpeg2video',
        '-r',
        '25',
        '-c:a',
        'pcm_s16le',
        '-ar',
        '48000',
        '-ac',
        '1',
      ],
      { picture: [768, 576] },
    ),
    kind('NUT', 'a.nut', [...both, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']),
    kind('Ogg video', 'a.ogv', [...both, '-c:v', 'libtheora', '-c:a', 'libvorbis']),
    kind('RealMedia', 'a.rm', [...both, '-c:v', 'rv20', '-c:a', 'ac3']),
    kind('ASF', 'a.asf', [...both, '-c:v', 'msmpeg4', '-c:a', 'wmav2']),
    kind('WTV of Windows', 'a.wtv', [...both, ...mpeg2]),
    kind(
      'raw DV',
      'a.dv',
      [
        ...both,
        '-vf',
        'scale=720:576,setsar=16/15',
        '-r',
        '25',
        '-pix_fmt',
        'yuv420p',
        '-c:v',
        'dvvideo',
        '-c:a',
        'pcm_s16le',
        '-ar',
        '48000',
        '-ac',
        '2',
      ],
      {
        picture: [768, 576],
      },
    ),
    kind('raw H.264', 'a.h264', [...picture, '-t', '2', ...h264, '-r', '25', '-f', 'h264'], { sounds: 0 }),
    kind(
      'raw H.265',
      'a.h265',
      [...picture, '-t', '2', '-r', '25', '-c:v', 'libx265', '-preset', 'ultrafast', '-f', 'hevc'],
      { sounds: 0 },
    ),
    kind('raw MPEG-2 picture', 'a.m2v', [...picture, '-t', '2', '-r', '25', '-c:v', 'mpeg2video'], { sounds: 0 }),
    kind('raw MPEG-4 picture', 'a.m4v', [...picture, '-t', '2', '-r', '25', '-c:v', 'mpeg4', '-f', 'm4v'], {
      sounds: 0,
    }),
    kind('IVF', 'a.ivf', [...picture, '-t', '2', '-c:v', 'libvpx'], { sounds: 0 }),
    kind('MP3', 'a.mp3', [...tone, '-c:a', 'libmp3lame'], alone),
    kind(
      'MP3 with a cover',
      'a.mp3',
      [...cover, ...tone, '-c:a', 'libmp3lame', '-c:v', 'png', '-disposition:v', 'attached_pic'],
      alone,
    ),
    kind('M4A', 'a.m4a', [...tone, ...aac], { ...alone, copied: true }),
    kind('M4A of Apple, lossless', 'a.m4a', [...tone, '-c:a', 'alac'], alone),
    kind('WAV', 'a.wav', tone, alone),
    kind('W64', 'a.w64', tone, alone),
    kind('WAV longer than 4 GB (RF64)', 'a.wav', [...tone, '-rf64', 'always'], alone),
    kind('AU', 'a.au', tone, alone),
    kind('AIFF', 'a.aiff', tone, alone),
    kind('CAF', 'a.caf', tone, alone),
    kind('FLAC', 'a.flac', tone, alone),
    kind('Ogg Vorbis', 'a.ogg', [...tone, '-c:a', 'libvorbis'], { ...alone }),
    kind('Opus', 'a.opus', [...tone, '-c:a', 'libopus'], { ...alone }),
    kind('Speex', 'a.spx', [...tone, '-ar', '16000', '-c:a', 'libspeex'], alone),
    kind('WMA', 'a.wma', [...tone, '-c:a', 'wmav2'], alone),
    kind('raw AC-3', 'a.ac3', [...tone, '-c:a', 'ac3'], alone),
    kind('raw E-AC-3', 'a.eac3', [...tone, '-c:a', 'eac3'], alone),
    quick(kind('raw AAC', 'a.aac', [...tone, ...aac], alone)),
    kind('raw DTS', 'a.dts', [...tone, '-c:a', 'dca', '-strict', '-2'], alone),
    kind('WavPack', 'a.wv', [...tone, '-c:a', 'wavpack'], alone),
    kind('True Audio', 'a.tta', [...tone, '-c:a', 'tta'], alone),
    kind('MP2', 'a.mp2', [...tone, '-c:a', 'mp2'], alone),
    written('AMR of a dictaphone', 'a.amr', amr, alone),
    kind('WAV of a telephone', 'a.wav', [...tone, '-ar', '8000', '-c:a', 'pcm_alaw'], alone),
    kind('WAV with GSM', 'a.wav', [...tone, '-ar', '8000', '-c:a', 'libgsm_ms'], alone),
  ],
};

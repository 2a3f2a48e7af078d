import { type FileHandle, open } from 'node:fs/promises';
import { sniffBytes } from '#contract/recordings/recording-signatures.ts';
import { isCutOff } from './cut-off.ts';
import { type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';
import { type FileReport, type FileStream, inspectFile, picturesOf, soundsOf } from './inspect-file.ts';
import type { MediaInfo } from './media-info.ts';
import { encryptedTracks } from './mov-boxes.ts';
import { StepFailure } from './step-failure.ts';
import { type ReadResult, readThrough } from './survey.ts';
import { type ListenedTrack, listenedTracks, type TriedTrack, tryTracks } from './tracks.ts';
import { cutWarning, leftWarning, type UnreadCause, unreadWarnings, type Warning } from './warning.ts';

/** Description of a file, and permanent warnings about it. */
export type Probed = { media: MediaInfo; warnings: Warning[] };

/** Containers whose header states the length of the sound or picture, not of other streams. */
const trustedLengths = ['flac', 'flv'];
const timedContainers = ['matroska', 'asf'];

/**
 * Determines what the file contains by what can be decoded, and reads it to its end, so that a recording that breaks
 * off is detected here.
 * @throws StepFailure with the cause in Russian if it has neither picture nor sound
 */
export async function probe(path: string, work: MediaWork): Promise<Probed> {
  const file = await open(path);
  try {
    return await probeOpened(path, file, work);
  } finally {
    await file.close();
  }
}

async function probeOpened(path: string, file: FileHandle, work: MediaWork): Promise<Probed> {
  const { size } = await file.stat();
  const head = await readHead(file);
  if (head.length === 0) throw new StepFailure('Файл пуст');
  if (head.every((byte) => byte === 0) && (await isZeros(file, 0, work.signal))) {
    throw new StepFailure('Пустой файл: в нём одни нули. Скопируйте запись с устройства ещё раз');
  }
  const found = await inspectFile(path, head, work);
  const container = found.format.format_name.split(',')[0] ?? '';
  const locked = container === 'mov' ? await encryptedTracks(file, size, work.signal) : new Set<number>();
  const pictures = await tryTracks(path, picturesOf(found), work, { locked, isOneEnough: true });
  const tried = await tryTracks(path, soundsOf(found), work, { locked, isOneEnough: false });
  const picture = pictures.find(({ unread }) => !unread)?.stream;
  const sounds = tried.filter(({ unread }) => !unread);
  if (!picture && sounds.length === 0) throw new StepFailure(whyNothing(found, [...pictures, ...tried]));
  const { tracks: listened, left } = await listenedTracks(path, sounds, work, found.format.duration ?? 0);
  const streams = [picture, ...listened.map(({ stream }) => stream)].flatMap((each) => (each ? [each.index] : []));
  const read = await readThrough(path, streams, work, { guess: found.format.duration ?? 0 });
  if (read.end <= 0) throw new StepFailure('Файл повреждён: в нём нет ни картинки, ни звука');
  const isShort = tellsMore(found, container, read) || /File ended prematurely/.test(read.complaints);
  const cutOff = !isWhole(found, container, read) && (isShort || (await isCutOff(container, file, size, work.signal)));
  // ffmpeg takes zeros after a recording for a longer recording.
  const told = (await isZeros(file, Math.max(0, size - 4096), work.signal)) ? undefined : found.format.duration;
  const media = await toInfo(path, { found, container, picture, listened, read, told }, work);
  const warnings = [
    ...unreadWarnings('picture', causesOf(pictures), picture !== undefined),
    ...unreadWarnings('sound', causesOf(tried), sounds.length > 0),
    ...(left > 0 ? [leftWarning(listened.length, left)] : []),
    ...(cutOff ? [cutWarning('probe', read.end)] : []),
  ];
  return {
    media: { ...media, ...(cutOff && { cutOff }), ...(read.complaints !== '' && { doubtful: true }) },
    warnings,
  };
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** Returns whether the file contains only zeros from a position on. */
async function isZeros(file: FileHandle, from: number, signal: AbortSignal): Promise<boolean> {
  const piece = Buffer.alloc(1024 * 1024);
  for (let at = from; ; at += piece.length) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return true;
    if (piece.subarray(0, bytesRead).some((byte) => byte !== 0)) return false;
  }
}

function whyNothing({ isLocked }: FileReport, tried: readonly TriedTrack[]): string {
  const causes = causesOf(tried);
  if (isLocked || causes.includes('locked')) {
    return 'Запись зашифрована: её может открыть только программа, которая её сделала';
  }
  if (causes.length > 0 && causes.every((cause) => cause === 'unknown')) {
    return 'Картинка и звук записаны неизвестным способом. Сохраните запись в MP4';
  }
  return 'Файл повреждён: в нём нет ни картинки, ни звука';
}

function causesOf(tried: readonly TriedTrack[]): UnreadCause[] {
  return tried.flatMap(({ unread }) => (unread && unread !== 'empty' ? [unread] : []));
}

/**
 * Returns whether the header states a greater length than there is: a reliable header always counts, any other only if
 * reading failed somewhere.
 */
function tellsMore({ format }: FileReport, container: string, read: ReadResult): boolean {
  const declared = format.duration ?? 0;
  const isTrusted =
    trustedLengths.includes(container) || (timedContainers.includes(container) && read.complaints !== '');
  return isTrusted && read.end < declared - Math.max(0.5, declared * 0.02);
}

/** Returns whether the recording reaches the end stated in its header, even if bytes on the way are lost. */
function isWhole({ format }: FileReport, container: string, read: ReadResult): boolean {
  return timedContainers.includes(container) && format.duration !== undefined && read.end > format.duration - 0.5;
}

type Found = {
  found: FileReport;
  container: string;
  picture: FileStream | undefined;
  listened: ListenedTrack[];
  read: ReadResult;
  told: number | undefined;
};

async function toInfo(path: string, { found, container, picture, listened, read, told }: Found, work: MediaWork) {
  const subtitles = textTracks(found);
  const brand = found.format.tags?.major_brand?.trim();
  const [first] = listened;
  const info: MediaInfo = {
    container,
    duration: read.end,
    ...(told !== undefined && { told }),
    ...(brand && { brand }),
    ...(picture?.codec_name && { video: await toPicture(path, picture, read.end, work) }),
    ...(first?.stream.codec_name && {
      audio: {
        codec: first.stream.codec_name,
        track: first.track,
        stream: first.stream.index,
        ...(listened.some(({ stream }) => stream.late) && { late: true }),
        ...(first.stream.sample_rate && { rate: first.stream.sample_rate }),
        ...(listened.length > 1 && {
          voices: listened.map(({ track }) => track),
          streams: listened.map(({ stream }) => stream.index),
        }),
      },
    }),
    ...(subtitles.length > 0 && { subtitles }),
  };
  return info;
}

async function toPicture(path: string, picture: FileStream, seconds: number, work: MediaWork) {
  const { width = 0, height = 0, codec_name: codec = '', profile, pix_fmt: pixels, index: stream } = picture;
  const aspect = aspectOf(picture);
  const stretched = Math.abs(aspect - 1) > 0.01;
  const interlaced = await isInterlaced(path, { stream, order: picture.field_order, height, seconds }, work);
  const isTurned = picture.side_data_list?.some(
    ({ rotation }) => rotation !== undefined && Math.abs(rotation) % 180 === 90,
  );
  const shown = stretched ? Math.round(width * aspect) : width;
  return {
    codec,
    stream,
    ...(picture.late && { late: true }),
    ...(profile && { profile }),
    ...(pixels && { pixels }),
    ...(isTurned ? { width: height, height: shown } : { width: shown, height }),
    ...(interlaced && { interlaced }),
    ...(stretched && { stretched }),
  };
}

/** Returns the width of a pixel relative to its height. */
function aspectOf({ sample_aspect_ratio: ratio }: FileStream): number {
  const [across = 1, down = 1] = ratio?.split(':').map(Number) ?? [];
  return across > 0 && down > 0 ? across / down : 1;
}

/** Returns the subtitle tracks with text; those made of pictures cannot be read. */
function textTracks({ streams }: FileReport): NonNullable<MediaInfo['subtitles']> {
  const tracks = streams.filter(({ codec_type }) => codec_type === 'subtitle');
  return tracks.flatMap(({ codec_name: codec, tags, disposition }, track) =>
    codec && /^(subrip|srt|ass|ssa|mov_text|webvtt|text|microdvd|sami|subviewer)$/.test(codec)
      ? [{ codec, track, ...(tags?.language && { language: tags.language }), isDefault: disposition?.default === 1 }]
      : [],
  );
}

/** Numbers of lines used by interlaced television systems. */
const dividedHeights = [480, 486, 576, 1080, 1088];
const lookedFrames = 120;

/**
 * Returns whether the pictures are interlaced, as from camcorders and television. The file's own statement is only a
 * hint: many files state nothing, and some call progressive pictures interlaced.
 * @param order ffprobe's `field_order`
 */
async function isInterlaced(
  path: string,
  { stream, order, height, seconds }: { stream: number; order: string | undefined; height: number; seconds: number },
  work: MediaWork,
): Promise<boolean> {
  const isDeclared = order !== undefined && /^(tt|bb|tb|bt)$/.test(order);
  if (order === 'progressive' || (!isDeclared && !dividedHeights.includes(height))) return false;
  // After the title, where something moves.
  const from = ['-ss', (seconds / 3).toFixed(2)];
  const look = ['-map', `0:${stream}`, '-vf', 'idet', '-frames:v', String(lookedFrames), '-f', 'null', '-'];
  const { stderr } = await runFfmpeg(
    ['-v', 'info', '-threads', '2', ...from, ...untrustedInput(path), ...look],
    seconds,
    { ...work, progress: () => undefined },
  );
  const counts = /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(stderr);
  const [top, bottom, whole] = (counts ?? []).slice(1).map(Number);
  const divided = (top ?? 0) + (bottom ?? 0);
  return isDeclared ? divided * 4 >= (whole ?? 0) : divided > (whole ?? 0);
}

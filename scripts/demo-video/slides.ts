import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { meeting, speakers } from './budget-meeting.ts';
import type { TimedLine } from './speech.ts';

const fonts = '/usr/share/fonts/truetype/paratype';
const regular = `${fonts}/PTS55F.ttf`;
const bold = `${fonts}/PTS75F.ttf`;

const colors = { ink: '0x1d2433', raised: '0x283145', text: '0xf4f3ef', quiet: '0xa6aebf', accent: '0x7d9ff5' };

type Text = { text: string; x: string | number; y: number; size: number; color: string; font?: string; when?: string };

export const canvas = `color=c=${colors.ink}:s=1280x720:r=25`;

/**
 * Returns the ffmpeg filters that draw all slides. Texts are passed in files, since quoting them in a filter is
 * error-prone.
 */
export async function slideFilters(timed: TimedLine[], duration: number, folder: string): Promise<string> {
  for (const font of [regular, bold]) {
    if (!existsSync(font)) throw new Error(`No font ${font}: apt-get install fonts-paratype`);
  }
  const texts = [...titles(), ...agenda(timed, duration), ...plates(timed)];
  const drawn = await Promise.all(texts.map((text, index) => drawText(text, join(folder, `text-${index}.txt`))));
  return [box(0, 0, 12, 720, colors.accent), box(72, 236, 1136, 1, '0x3a4560'), ...plateBoxes(timed), ...drawn].join(
    ',\n',
  );
}

function titles(): Text[] {
  return [
    { text: meeting.organization, x: 72, y: 64, size: 26, color: colors.quiet },
    { text: meeting.title, x: 72, y: 120, size: 54, color: colors.text, font: bold },
  ];
}

/** Every point of the agenda, the one that is spoken about in white. */
function agenda(timed: TimedLine[], duration: number): Text[] {
  return meeting.agenda.flatMap((title, index) => {
    const spoken = timed.filter((line) => line.item === index + 1);
    const from = (spoken[0]?.start ?? 0) - 0.5;
    const to = (spoken.at(-1)?.end ?? duration) + 0.4;
    const now = `between(t,${from},${to})`;
    const y = 284 + index * 74;
    const place = { text: `${index + 1}.  ${title}`, x: 72, y, size: 38 };
    return [
      { ...place, color: colors.quiet, when: `not(${now})` },
      { ...place, color: colors.text, font: bold, when: now },
    ];
  });
}

/** Name and position of the current speaker. */
function plates(timed: TimedLine[]): Text[] {
  return timed.flatMap((line) => {
    const { name, position } = speakers[line.by];
    return [
      { text: name, x: 108, y: 556, size: 34, color: colors.text, font: bold, when: whileSpoken(line) },
      { text: position, x: 108, y: 604, size: 26, color: colors.quiet, when: whileSpoken(line) },
    ];
  });
}

function plateBoxes(timed: TimedLine[]): string[] {
  return timed.flatMap((line) => [
    `${box(72, 532, 720, 124, colors.raised)}:enable='${whileSpoken(line)}'`,
    `${box(72, 532, 6, 124, colors.accent)}:enable='${whileSpoken(line)}'`,
  ]);
}

const whileSpoken = (line: TimedLine) => `between(t,${(line.start - 0.15).toFixed(3)},${(line.end + 0.2).toFixed(3)})`;

const box = (x: number, y: number, w: number, h: number, color: string) =>
  `drawbox=x=${x}:y=${y}:w=${w}:h=${h}:color=${color}:t=fill`;

async function drawText({ text, x, y, size, color, font = regular, when }: Text, file: string): Promise<string> {
  await writeFile(file, text);
  const look = `drawtext=fontfile=${font}:textfile=${file}:x=${x}:y=${y}:fontsize=${size}:fontcolor=${color}`;
  return when ? `${look}:enable='${when}'` : look;
}

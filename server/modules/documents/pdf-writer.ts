import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import type { DocumentModel } from '#contract/documents/printed/document-model.ts';
import { placeRightToLeft } from './pdf-bidi.ts';
import { continueTables } from './pdf-continued-tables.ts';
import { pdfDefinition } from './pdf-definition.ts';
import { justifyAtSpaces } from './pdf-justify.ts';
import { splitKeptParagraphs } from './pdf-kept-lines.ts';
import { breakLinesInLinearTime } from './pdf-lines.ts';
import { writeTags } from './pdf-tags.ts';
import { printTallBlocks } from './pdf-tall-blocks.ts';

const file = (address: string) => fileURLToPath(address);
const emoji = file(import.meta.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'));
/** The font has no italics. */
const arabic = file(
  import.meta.resolve('@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf'),
);
const arabicBold = file(
  import.meta.resolve('@expo-google-fonts/noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf'),
);

const fonts = {
  Tinos: {
    normal: file(import.meta.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf')),
    bold: file(import.meta.resolve('@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf')),
    italics: file(import.meta.resolve('@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf')),
    bolditalics: file(import.meta.resolve('@expo-google-fonts/tinos/700Bold_Italic/Tinos_700Bold_Italic.ttf')),
  },
  Arabic: { normal: arabic, bold: arabicBold, italics: arabic, bolditalics: arabicBold },
  Emoji: { normal: emoji, bold: emoji, italics: emoji, bolditalics: emoji },
};
const fontFiles = new Set(Object.values(fonts).flatMap((family) => Object.values(family)));

const isMended = Symbol.for('protokol.pdfmake');
// Patched once per library: tests load this module anew for each file, but pdfmake only once.
if (!(isMended in pdfmake)) {
  Object.defineProperty(pdfmake, isMended, { value: true });
  justifyAtSpaces();
  placeRightToLeft();
  breakLinesInLinearTime();
  printTallBlocks();
  continueTables();
  splitKeptParagraphs();
  writeTags();
}
pdfmake.setFonts(fonts);
// No text typed by a person can make pdfmake read another file or call an address.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

/** Writes the protocol as a PDF file. A long one blocks the thread for seconds: call it only in the worker. */
export function writePdf(model: DocumentModel): Promise<Uint8Array> {
  return pdfmake.createPdf(pdfDefinition(model)).getBuffer();
}

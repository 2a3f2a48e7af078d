import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { DocumentModel } from './document-model.ts';
import { pdfDefinition } from './pdf-definition.ts';
import { justifyAtSpaces } from './pdf-justify.ts';

const { resolve } = createRequire(import.meta.url);
const tinos = (style: string) => resolve(`@expo-google-fonts/tinos/${style}/Tinos_${style}.ttf`);
const emoji = resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf');

const fonts = {
  Tinos: {
    normal: tinos('400Regular'),
    bold: tinos('700Bold'),
    italics: tinos('400Regular_Italic'),
    bolditalics: tinos('700Bold_Italic'),
  },
  Emoji: { normal: emoji, bold: emoji, italics: emoji, bolditalics: emoji },
};
const fontFiles = new Set(Object.values(fonts).flatMap((family) => Object.values(family)));

justifyAtSpaces();
pdfmake.setFonts(fonts);
// Nothing that a person typed can make it read another file or call an address.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

/** The protocol as a PDF file. Takes the thread for seconds when it is long: call it in the worker only. */
export function writePdf(model: DocumentModel): Promise<Uint8Array> {
  return pdfmake.createPdf(pdfDefinition(model)).getBuffer();
}

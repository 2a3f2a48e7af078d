/** Page margins according to ГОСТ Р 7.0.97 (A4), in millimetres. */
export const pageMargin = { left: 25, right: 10, top: 20, bottom: 20, number: 10 } as const;

/** Width between the margins, in millimetres. */
export const textWidth = 210 - pageMargin.left - pageMargin.right;

/** Width of the stamp of an electronic signature, in millimetres. */
export const signatureFrameWidth = 85;

/** Indent of the first line of a paragraph, in millimetres. */
export const firstLine = 12.5;

/** Indent per level of a list, in millimetres. */
export const listIndent = 7.5;

/** Side of a QR code, in millimetres: it fits into the lower margin, and phones read cells of half a millimetre. */
export const qrCodeSize = 16;

/** Alternative text of a QR code. */
export const qrCodeWords = (link: string) => `QR-код: ${link}`;

/** Font sizes, in points. */
export const fontSize = { text: 12, title: 14, small: 9 } as const;
export const lineHeight = 1.15;

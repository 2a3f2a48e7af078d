/** The page after ГОСТ Р 7.0.97: A4, millimetres. */
export const pageMargin = { left: 25, right: 10, top: 20, bottom: 20, number: 10 } as const;

/** What is left between the margins, millimetres. */
export const textWidth = 210 - pageMargin.left - pageMargin.right;

/** Of the mark of an electronic signature, millimetres. */
export const signatureFrameWidth = 85;

/** Of the first line of a paragraph, millimetres. */
export const firstLine = 12.5;

/** Of each level of a list, millimetres. */
export const listIndent = 7.5;

/** The side of a QR code, millimetres: it stands within the lower margin, and a phone reads half a millimetre a cell. */
export const qrCodeSize = 16;

/** What is said in the place of a QR code to who cannot see it. */
export const qrCodeWords = (link: string) => `QR-код: ${link}`;

/** Points. */
export const fontSize = { text: 12, title: 14, small: 9 } as const;
export const lineHeight = 1.15;

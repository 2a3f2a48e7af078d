import { documentCalls } from '#contract/document-calls.ts';

/** The media type of each format. */
export const documentTypes = {
  pdf: documentCalls.getPdf.reply.types[0],
  docx: documentCalls.getDocx.reply.types[0],
} as const;

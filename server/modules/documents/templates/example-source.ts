import type { DocumentSource } from '#contract/documents/printed/document-input.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';

/**
 * Invented protocol with every kind of content: shown as a first example of a template, and used to check that it can
 * be filled.
 */
export const exampleSource: DocumentSource = {
  input: sampleProtocol,
  settings: { presentLimit: 15, timeZone: 'Europe/Moscow' },
  kind: { form: 'full' },
};

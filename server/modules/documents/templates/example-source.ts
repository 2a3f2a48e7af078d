import type { DocumentSource } from '#contract/printed/document-input.ts';
import { sampleProtocol } from '#contract/printed/sample-protocol.ts';

/** An invented protocol that has everything: for a first look at a template, and to be sure that it can be filled. */
export const exampleSource: DocumentSource = {
  input: sampleProtocol,
  settings: { presentLimit: 15, timeZone: 'Europe/Moscow' },
  kind: { form: 'full' },
};

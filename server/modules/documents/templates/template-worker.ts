import type PizZip from 'pizzip';
import { organizationLines } from '#contract/documents/printed/build-heading.ts';
import type { DocumentSource } from '#contract/documents/printed/document-input.ts';
import { documentNames } from '#contract/documents/printed/document-names.ts';
import { templateData } from '#contract/documents/printed/template-data.ts';
import { checkFields } from './check-template.ts';
import { emphasize } from './emphasis.ts';
import { exampleSource } from './example-source.ts';
import { readTemplate } from './read-template.ts';
import { openTemplate } from './template-package.ts';
import { TemplateRefusal } from './template-problems.ts';
import { filledProperties, setProperties } from './template-properties.ts';
import { writeSample } from './template-sample.ts';
import { parseXml } from './template-xml.ts';

/** `example`: fills a template with an invented protocol; `check`: tests whether a file can be a template. */
export type TemplateOrder =
  | { kind: 'check' | 'example'; template: Uint8Array }
  | { kind: 'fill'; template: Uint8Array; source: DocumentSource }
  | { kind: 'sample' };

/** A file, or the problems of the template. They are returned because an error would lose its class between threads. */
export type TemplateAnswer = { file: Uint8Array } | { problems: readonly string[] };

const cannotBeFilled = 'Шаблон не удалось заполнить. Откройте его в Word, сохраните заново как DOCX и выберите ещё раз';

/** Runs in the template thread. */
export async function workOnTemplate(order: TemplateOrder): Promise<TemplateAnswer> {
  try {
    if (order.kind === 'sample') return { file: Uint8Array.from(await writeSample()) };
    if (order.kind === 'fill') return { file: fill(order.template, order.source) };
    if (order.kind === 'check') checkFields(openTemplate(order.template));
    return { file: fillExample(order.template) };
  } catch (error) {
    if (error instanceof TemplateRefusal) return { problems: error.problems };
    throw error;
  }
}

function fill(template: Uint8Array, { input, settings }: DocumentSource): Uint8Array {
  const opened = openTemplate(template);
  const kept = filledProperties(opened);
  const filled = readTemplate(opened).render(templateData(input, settings));
  emphasize(filled.getZip());
  expectWellFormed(filled.getZip());
  const [organization = ''] = organizationLines(input, settings);
  setProperties(filled.getZip(), { title: documentNames(input, settings.timeZone).title, organization }, kept);
  return Uint8Array.from(filled.toUint8Array({ compression: 'DEFLATE' }));
}

/** Throws a TemplateRefusal if a part could not be opened by Word: the file may be signed and kept. */
function expectWellFormed(zip: PizZip): void {
  for (const name of Object.keys(zip.files))
    if (/^(word|docProps)\/[^/]+\.xml$/.test(name)) {
      try {
        parseXml(zip.file(name)?.asUint8Array() ?? new Uint8Array());
      } catch {
        throw new TemplateRefusal([cannotBeFilled]);
      }
    }
}

function fillExample(template: Uint8Array): Uint8Array {
  try {
    return fill(template, exampleSource);
  } catch (error) {
    if (error instanceof TemplateRefusal) throw error;
    throw new TemplateRefusal([cannotBeFilled]);
  }
}

import { closing } from './build-closing.ts';
import { heading } from './build-heading.ts';
import { minutes } from './build-minutes.ts';
import { present } from './build-people.ts';
import type { DocumentInput, DocumentSettings } from './document-input.ts';
import type { Block, DocumentModel } from './document-model.ts';
import { documentNames } from './document-names.ts';
import { lines } from './russian-text.ts';

/**
 * The printed protocol after the convention of Russian offices (ГОСТ Р 7.0.97): who met and when, the agenda, what was
 * heard and decided point by point, signatures. What is missing leaves no trace, neither a label nor a gap.
 */
export function buildDocument(input: DocumentInput, settings: DocumentSettings): DocumentModel {
  const items = input.agenda.filter(hasContent);
  const people = present(input, settings);
  const blocks: Block[] = [
    ...heading(input, settings),
    ...people.blocks,
    ...minutes(items, input.tasks, settings),
    ...closing(input, people.annex, settings),
  ];
  const [organization = ''] = lines(input.organization);
  return { ...documentNames(input, settings.timeZone), organization, blocks: blocks.filter(isVisible) };
}

function hasContent(item: DocumentInput['agenda'][number]): boolean {
  const texts = [
    item.title,
    item.listened,
    item.discussion,
    ...(item.decisions ?? []).map((decision) => decision.text),
  ];
  return texts.some((text) => lines(text).length > 0);
}

function isVisible(block: Block): boolean {
  return block.kind !== 'paragraph' || block.runs.some((run) => run.text !== '');
}

/** Thrown for a file that cannot be a template; the problems are worded for the person who chose it. */
export class TemplateRefusal extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.name = 'TemplateRefusal';
    this.problems = problems;
  }
}

/** Refuses a template for one reason. */
export function refuse(problem: string): never {
  throw new TemplateRefusal([problem]);
}

export const notDocx = 'Это не файл DOCX. Сохраните шаблон в Word как «Документ Word (*.docx)»';
export const objects =
  'В шаблоне есть вставленные объекты (таблицы Excel, файлы, элементы управления): замените их текстом или картинкой';

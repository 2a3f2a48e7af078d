/** «1. О бюджете», «2) Разное». */
const numbered = /^(\d{1,3})\s*[.)]\s*(\S.*)/;

/**
 * The questions that a meeting's description plans: its numbered lines, where they count from one. What else has numbers, a
 * house in an address above all, does not.
 */
export function plannedQuestions(description: string | null | undefined): string[] {
  const questions: string[] = [];
  for (const line of (description ?? '').split(/\r?\n/)) {
    const [, number, title = ''] = numbered.exec(line.trim()) ?? [];
    if (Number(number) === questions.length + 1) questions.push(title);
  }
  return questions;
}

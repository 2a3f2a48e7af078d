import type { ScreenPlace } from '../editing/finding.ts';

/** What takes the focus at a place; undefined as long as its form is not there. A place without a field is its first. */
export function elementAt(
  place: Exclude<ScreenPlace, { at: 'head' }> | { at: 'head'; field?: HeadField },
): HTMLElement | undefined {
  switch (place.at) {
    case 'head':
      return controlOf(form('Данные протокола'), headLabels[place.field ?? 'title']);
    case 'new-item':
      return controlOf(form('Вопрос '), 'Вопрос');
    case 'item':
      return place.field === 'speaker' ? controlOf(form('Вопрос '), 'Докладчик') : decisions();
    case 'members':
      return controlOf(form('Новый участник'), 'Добавить участника');
    case 'task':
      return controlOf(
        form('Изменить поручение', `[data-task="${CSS.escape(place.id)}"]`),
        place.field === 'due' ? 'Срок' : 'Ответственный',
      );
    case 'video':
      return document.querySelector<HTMLElement>('section[aria-label="Загрузка видео"] [tabindex]') ?? undefined;
  }
}

type HeadField = Extract<ScreenPlace, { at: 'head' }>['field'];

const headLabels: Record<HeadField, string> = {
  title: 'Название',
  held_at: 'Начало',
  place: 'Место',
  chairman: 'Председательствующий',
};

/** The form of that name; one that changes a kept write has the same, and is another place. */
function form(name: string, within = 'main'): Element | undefined {
  const forms = [...document.querySelectorAll(`${within} form[aria-label^="${name}"]`)];
  return forms.find((each) => !each.closest('[data-kept]'));
}

/** The control under a visible label, whatever draws it: a native field, a combo box, the first part of a date. */
function controlOf(place: Element | undefined, label: string): HTMLElement | undefined {
  const labels = [...(place?.querySelectorAll('label, span') ?? [])];
  const frame = labels.find(({ textContent }) => textContent === label)?.parentElement;
  return frame?.querySelector<HTMLElement>('[role="spinbutton"], input, select, textarea') ?? undefined;
}

/** «Решили» may hold no field yet: then what adds one. */
function decisions(): HTMLElement | undefined {
  const legends = [...(form('Вопрос ')?.querySelectorAll('legend') ?? [])];
  const part = legends.find(({ textContent }) => textContent === 'Решили')?.parentElement;
  return part?.querySelector<HTMLElement>('textarea, button') ?? undefined;
}

import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { Text } from 'react-aria-components/Text';
import type { User } from '#contract/identity/user.ts';
import type { Role } from '#contract/role-names.ts';
import { matchPeople, personName, personNote } from '#src/data/person/index.ts';
import {
  FieldPopover,
  fieldStyles as field,
  floatingStyles as floating,
  Icon,
  keepEnter,
  layout,
  unchosenNameAttribute,
} from '#src/ui/index.ts';
import styles from './person-picker.module.css';
import { usePeopleSearch } from './use-people-search.ts';

export interface ChosenPerson {
  id: string;
  name: string;
}

interface PersonPickerProps {
  label: string;
  /** The field's name in its form, by which a jump finds it. */
  name?: string;
  value: ChosenPerson[];
  onChange: (people: ChosenPerson[]) => void;
  /** Whether several people can be chosen, shown as tags under the field; otherwise one, whose name is in the field. */
  multiple?: boolean;
  error?: string | undefined;
  description?: string | undefined;
  /** Ids of people who are not offered, besides those already chosen. */
  exclude?: readonly string[];
  /** People without an account, who are offered besides the users. */
  others?: readonly User[];
  /** Only people of it who are not blocked are offered; everyone without it. */
  ofRole?: Role;
  /** Told of what is typed, before anybody is chosen. */
  onTyped?: (text: string) => void;
  /** For a caller that moves the focus to the field. */
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** Picker of people by a part of the name; searches on the server, and offline among the people known on the device. */
export function PersonPicker(props: PersonPickerProps) {
  const { label, value, onChange, multiple = false, error, description, exclude = [], others = [], ofRole } = props;
  const ownRef = useRef<HTMLInputElement>(null);
  const inputRef = props.inputRef ?? ownRef;
  const chosenName = multiple ? '' : (value[0]?.name ?? '');
  // The typed text; undefined while the field shows the chosen person.
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const search = usePeopleSearch(typed ?? '', open, ofRole);
  const hidden = new Set([...exclude, ...value.map(({ id }) => id)]);
  const found = [...search.people, ...matchPeople(others, typed ?? '')];
  const people = found.filter((person) => !hidden.has(person.id));

  const type = (text: string) => {
    setTyped(text === chosenName ? undefined : text);
    props.onTyped?.(text);
    if (text === '' && !multiple && value.length > 0) onChange([]);
  };
  // When the field loses the focus, this is called without a key or with the chosen person. Typed text without a match
  // stays, unless somebody is chosen: then their name returns.
  const choose = (keys: readonly unknown[]) => {
    const person = people.find(({ id }) => keys.includes(id));
    if (person || chosenName) setTyped(undefined);
    if (person) onChange([...(multiple ? value : []), { id: person.id, name: personName(person) }]);
  };
  // Enter chooses the only match before the combo box handles the key: it would close without a choice. An option
  // reached by the arrows is chosen by the combo box itself.
  const chooseOnly = (event: KeyboardEvent) => {
    const [one, another] = people;
    const isLed = inputRef.current?.hasAttribute('aria-activedescendant');
    if (isLed || !one || another || !typed?.trim()) return;
    // A provider without a search returns people who do not match.
    if (matchPeople([one], typed).length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    choose([one.id]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== inputRef.current) return;
    if (event.key !== 'Enter') keepTextKeys(event);
    else if (open) chooseOnly(event);
    else keepEnter(event);
  };
  // Also with the list open: a form may be sent without closing it, as assistive technology does.
  const isPending = Boolean(typed?.trim());
  const problem = error ?? (isPending && !open ? 'Никто не выбран: выберите человека из списка' : undefined);

  // The combo box reopens for a text that is not in its list, so the chosen person stays in the list as a disabled
  // item.
  const unseen = multiple ? [] : value.map(({ id, name }): User => ({ id, name }));
  const shared = {
    items: [...people, ...unseen],
    disabledKeys: unseen.map(({ id }) => id),
    inputValue: typed ?? chosenName,
    onInputChange: type,
    onOpenChange: setOpen,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Escape') setTyped(undefined);
    },
    allowsEmptyCollection: true,
    isInvalid: Boolean(problem),
    validationBehavior: 'aria' as const,
    className: field.field ?? '',
  };
  const content = (
    <>
      <Label className={field.label ?? ''}>{label}</Label>
      <Group className={styles.group ?? ''}>
        <Input
          {...(isPending ? { [unchosenNameAttribute]: '' } : {})}
          ref={inputRef}
          dir="auto"
          className={field.control ?? ''}
          placeholder={multiple ? 'Добавить по имени' : 'Имя'}
        />
        <Button className={styles.open ?? ''}>
          <Icon of={ChevronDown} size={16} />
        </Button>
      </Group>
      {description ? (
        <Text slot="description" elementType="p" className={field.hint ?? ''}>
          {description}
        </Text>
      ) : null}
      <FieldError elementType="p" className={field.error ?? ''}>
        {problem}
      </FieldError>
      <FieldPopover field={inputRef} className={`${floating.popover} ${styles.popover}`} maxHeight={360}>
        {people.length === 0 ? (
          <p role="status" className={styles.nobody}>
            {search.nobody}
          </p>
        ) : null}
        <ListBox<User>>{(person) => <PersonOption person={person} unseen={hidden.has(person.id)} />}</ListBox>
      </FieldPopover>
    </>
  );

  return (
    <I18nProvider locale="ru-RU">
      <div className={styles.picker} data-field={props.name} onKeyDownCapture={onKeyDown}>
        {multiple ? (
          <ComboBox<User, 'multiple'> {...shared} selectionMode="multiple" value={[]} onChange={choose}>
            {content}
          </ComboBox>
        ) : (
          <ComboBox<User> {...shared} value={value[0]?.id ?? null} onChange={(key) => choose([key])}>
            {content}
          </ComboBox>
        )}
        {multiple && value.length > 0 ? (
          <PersonTags
            label={`${label}: выбраны`}
            people={value}
            onRemove={(rest) => {
              onChange(rest);
              if (rest.length === 0) inputRef.current?.focus();
            }}
          />
        ) : null}
      </div>
    </I18nProvider>
  );
}

/**
 * Keeps keys with Ctrl or Shift for the text, as in any other field: the combo box of several people uses Ctrl+A and
 * Shift with an arrow for its list and would choose everybody in it.
 */
function keepTextKeys(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  if ((ctrlKey || metaKey || shiftKey) && key !== 'Tab' && key !== 'Escape') event.stopPropagation();
}

function PersonOption({ person, unseen }: { person: User; unseen: boolean }) {
  const name = personName(person);
  const note = personNote(person);
  return (
    <ListBoxItem
      id={person.id}
      textValue={name}
      className={unseen ? (styles.unseen ?? '') : `${floating.item} ${styles.option}`}
    >
      <Text slot="label" dir="auto" className={styles.name ?? ''}>
        {name}
      </Text>
      {note ? (
        <Text slot="description" className={styles.note ?? ''}>
          {note}
        </Text>
      ) : null}
    </ListBoxItem>
  );
}

interface PersonTagsProps {
  label: string;
  people: { id: string; name: string }[];
  onRemove: (rest: { id: string; name: string }[]) => void;
}

/** Tags of the chosen people: one tab stop, arrows move between them, Delete or the cross removes one. */
function PersonTags({ label, people, onRemove }: PersonTagsProps) {
  return (
    <TagGroup aria-label={label} onRemove={(keys) => onRemove(people.filter(({ id }) => !keys.has(id)))}>
      <TagList items={people} className={layout.row(2)}>
        {({ id, name }) => (
          <Tag id={id} textValue={name} className={styles.tag ?? ''}>
            <bdi>{name}</bdi>
            <Button slot="remove" className={styles.remove ?? ''}>
              <Icon of={X} size={14} />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}

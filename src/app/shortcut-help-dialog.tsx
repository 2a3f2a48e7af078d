import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import {
  classNames,
  closeShortcutHelp,
  floatingStyles as floating,
  IconButton,
  type OwnKeys,
  type Shortcut,
  shortcutGroups,
  useAllOwnKeys,
} from '#src/ui/index.ts';
import { EitherKeys, KeyCaps } from './key-caps.tsx';
import { areShortcutsOn, chooseShortcuts } from './shortcut-choice.ts';
import styles from './shortcut-help-dialog.module.css';

/** List of the shortcuts on this screen, and the choice to turn them off. */
export function ShortcutHelpDialog({ userId, shortcuts }: { userId: string; shortcuts: readonly Shortcut[] }) {
  const own = useAllOwnKeys();
  return (
    <ModalOverlay
      className={floating.overlay ?? ''}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeShortcutHelp();
      }}
    >
      <Modal className={classNames(floating.modal, styles.modal)}>
        <Dialog className={floating.dialog ?? ''}>
          <div className={floating.top}>
            <Heading slot="title" level={2} className={floating.heading ?? ''}>
              Сочетания клавиш
            </Heading>
            <IconButton icon={X} label="Закрыть" size="small" onClick={closeShortcutHelp} />
          </div>
          <p className={styles.words}>
            Раскладка не важна: на клавише показаны обе её буквы. Знак «?»&nbsp;— это Shift + 7 в русской раскладке или
            Shift + / в латинской. Пока вы пишете, действует только Ctrl + K, а пока открыто окно, сочетания не
            действуют.
          </p>
          <div className={styles.groups}>
            {shortcutGroups.map((group) => (
              <Group
                key={group}
                title={group}
                shortcuts={shortcuts.filter((each) => each.group === group)}
                own={own.filter((each) => each.group === group)}
              />
            ))}
          </div>
          <Choice userId={userId} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface GroupProps {
  title: string;
  shortcuts: readonly Shortcut[];
  own: readonly OwnKeys[];
}

function Group({ title, shortcuts, own }: GroupProps) {
  const id = useId();
  if (shortcuts.length + own.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl>
        {shortcuts.map(({ keys, title: does }) => (
          <div key={keys} className={styles.shortcut}>
            <dt>{does}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
        {own.map(({ either, title: does }) => (
          <div key={does} className={styles.shortcut}>
            <dt>{does}</dt>
            <dd className={styles.either}>
              <EitherKeys either={either} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Switch of all shortcuts, «?» included: speech input may produce it like any letter, and this dialog can also be
 * opened from the settings.
 */
function Choice({ userId }: { userId: string }) {
  const [isOn, setOn] = useState(() => areShortcutsOn(userId));
  const note = useId();
  return (
    <div className={styles.choice}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={note}
          onChange={({ currentTarget }) => {
            chooseShortcuts(userId, currentTarget.checked);
            setOn(areShortcutsOn(userId));
          }}
        />
        Использовать сочетания клавиш
      </label>
      <p id={note} className={styles.words}>
        Если выключить, перестанут действовать все, и «?» тоже: открыть это окно можно будет из настроек. Выбор
        сохраняется на этом устройстве и только для вас.
      </p>
    </div>
  );
}

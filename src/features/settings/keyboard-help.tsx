import { Button, openShortcutHelp } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** The way to the shortcuts that needs none of them. */
export function KeyboardHelp() {
  return (
    <>
      <p>Разделы и частые действия открываются одной или двумя клавишами.</p>
      <Button size="small" className={styles.below} aria-haspopup="dialog" onClick={openShortcutHelp}>
        Сочетания клавиш
      </Button>
    </>
  );
}

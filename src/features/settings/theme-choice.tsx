import type { LucideIcon } from 'lucide-react';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useState } from 'react';
import { Icon } from '#src/components/icon.tsx';
import styles from './settings-screen.module.css';
import { applyTheme, readTheme, type Theme } from './theme.ts';

const choices: { theme: Theme; title: string; icon: LucideIcon }[] = [
  { theme: 'system', title: 'Как в системе', icon: Monitor },
  { theme: 'light', title: 'Светлая', icon: Sun },
  { theme: 'dark', title: 'Тёмная', icon: Moon },
];

/** Light, dark, or as the system says; kept on this device. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState(readTheme);
  return (
    <fieldset className={styles.themes}>
      <legend className="visually-hidden">Тема</legend>
      {choices.map(({ theme, title, icon }) => (
        <label key={theme} className={styles.theme}>
          <input
            type="radio"
            name="theme"
            checked={chosen === theme}
            onChange={() => {
              applyTheme(theme);
              setChosen(theme);
            }}
          />
          <Icon of={icon} size={18} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

import FileQuestion from 'lucide-react/icons/file-question-mark';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { ScreenHeading } from '#src/components/screen-heading.tsx';
import styles from './error-screen.module.css';

/** Any unknown path. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  const back = async () => {
    // Opened directly, there is nothing to go back to in this tab.
    if (window.history.length > 1) await navigate(-1);
    else await navigate('/');
  };
  return (
    <div className={styles.screen}>
      <Icon of={FileQuestion} size={40} />
      <ScreenHeading title="Упс ... Такой страницы нет" />
      <Button variant="primary" onClick={back}>
        Назад
      </Button>
    </div>
  );
}

import FileQuestion from 'lucide-react/icons/file-question-mark';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button, Icon, ScreenHeading } from '#src/ui/index.ts';
import styles from './error-screen.module.css';

/** Screen of an unknown path. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const back = async () => {
    if (cameFromApp(key)) await navigate(-1);
    else await navigate(pathname.startsWith('/main/') ? '/main' : '/', { replace: true });
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

/** Whether «back» leads to a screen of this app; history.length also counts sites that were open before. */
function cameFromApp(key: string): boolean {
  return 'navigation' in window ? window.navigation.canGoBack : key !== 'default';
}

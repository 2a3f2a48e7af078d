interface Device {
  userAgent: string;
  /** An iPad identifies itself as a Mac, but has several touch points. */
  maxTouchPoints: number;
}

/** Returns how to install the app by hand in this browser. */
export function installHint({ userAgent, maxTouchPoints }: Device): string {
  const says = (word: RegExp) => word.test(userAgent);
  const isTablet = says(/Macintosh/) && maxTouchPoints > 1;
  if (says(/iPhone|iPad|iPod/) || isTablet) {
    return 'Нажмите «Поделиться», затем «На экран „Домой“» и «Добавить».';
  }
  if (says(/Android/)) {
    return says(/Firefox/)
      ? 'Откройте меню браузера (⋮) и выберите «Добавить приложение на главный экран».'
      : 'Откройте меню браузера (⋮) и выберите «Установить приложение» или «Добавить на главный экран».';
  }
  if (says(/Firefox/)) {
    return says(/Windows/)
      ? 'В Firefox нажмите значок приложения в конце адресной строки: «Добавить на панель задач». Если его нет, откройте эту страницу в Яндекс Браузере, Chrome или Edge.'
      : 'Firefox на этом компьютере приложений не устанавливает. Откройте эту страницу в Яндекс Браузере, Chrome или Edge\u00A0— или добавьте её в закладки.';
  }
  if (says(/Safari/) && !says(/Chrom(e|ium)/)) {
    return 'В меню Safari выберите «Файл», затем «Добавить в Dock».';
  }
  return 'Нажмите значок установки в конце адресной строки или выберите «Установить» в меню браузера. Если такого нет, приложение, возможно, уже установлено.';
}

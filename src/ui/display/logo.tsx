/** Logo of «Протокол»: the letter as a doorway, the recording's dot inside. */
export function Logo() {
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">
      <rect width="40" height="40" rx="10" fill="var(--rail-bright)" />
      <path d="M12 11.5h16v17h-4.6V15.9h-6.8v12.6H12z" fill="#191e29" />
      <circle cx="20" cy="26.2" r="2.3" fill="#2f559f" />
    </svg>
  );
}

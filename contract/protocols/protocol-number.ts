/** Returns a key that is equal for equal numbers: «0114» and «114», «0114-А» and «114-А». */
export function numberKey(number: string): string {
  return number.trim().replace(/^0+(?=\d)/, '');
}

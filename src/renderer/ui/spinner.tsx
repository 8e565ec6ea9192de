import styles from './spinner.module.css'

/** Something is under way. Decorative: the text beside it, or `label`, says what. */
export function Spinner({ label }: { readonly label?: string }) {
  return label === undefined ? (
    <span className={styles['spinner']} aria-hidden />
  ) : (
    <span className={styles['row']} role="status">
      <span className={styles['spinner']} aria-hidden />
      <span>{label}</span>
    </span>
  )
}

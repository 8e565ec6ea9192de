import { useEffect, useMemo, useState } from 'react'
import { Mailbox } from 'lucide-react'
import { useRouter } from '../../app/router.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { receiptsText } from '../../i18n/pages/receipts-text.ts'
import { Button, EmptyState, Page, Segmented, Spinner } from '../../ui/index.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { filterReceipts, type ReceiptFilter } from './receipt-filter.ts'
import { ReceiptLetter } from './receipt-letter.tsx'
import { ReceiptList } from './receipt-list.tsx'
import { useReceipts } from './use-receipts.ts'
import styles from './receipts-page.module.css'

function Filters({ filter, onFilter }: { readonly filter: ReceiptFilter; readonly onFilter: (filter: ReceiptFilter) => void }) {
  const texts = useCatalogue(receiptsText)
  return (
    <div className={styles['filters']} role="search">
      <SearchField
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={filter.search}
        onValue={(search) => onFilter({ ...filter, search })}
      />
      <Segmented
        label={texts.show}
        hideLabel
        value={filter.shown}
        onValue={(shown) => onFilter({ ...filter, shown })}
        options={[
          { value: 'all', label: texts.showAll },
          { value: 'remote', label: texts.showRemote },
          { value: 'local', label: texts.showLocal },
          { value: 'blocked', label: texts.showBlocked }
        ]}
      />
    </div>
  )
}

/** Every outgoing request, by day, with what it carried. */
export function ReceiptsPage() {
  const texts = useCatalogue(receiptsText)
  const errorText = useErrorText()
  const wanted = useRouter((state) => state.receiptId)
  const { receipts, loading, error, older } = useReceipts()
  const [filter, setFilter] = useState<ReceiptFilter>({ search: '', shown: 'all' })
  const [open, setOpen] = useState(wanted)
  useEffect(() => setOpen(wanted), [wanted])
  const shown = useMemo(() => filterReceipts(receipts, filter, texts.purpose), [receipts, filter, texts])
  useEffect(() => {
    if (wanted !== null && older !== null && !receipts.some((receipt) => receipt.receiptId === wanted)) older()
  }, [wanted, older, receipts])
  const letter = open === null ? undefined : receipts.find((receipt) => receipt.receiptId === open)

  return (
    <Page title={texts.title} intro={texts.lead}>
      {error !== null && (
        <p role="alert" className={styles['failed']}>
          {errorText(error)}
        </p>
      )}
      {loading && <Spinner label={texts.loading} />}
      {!loading && error === null && receipts.length === 0 && (
        <EmptyState icon={Mailbox} title={texts.empty}>
          {texts.emptyHow}
        </EmptyState>
      )}
      {receipts.length > 0 && (
        <>
          <Filters filter={filter} onFilter={setFilter} />
          <p role="status" className={styles['count']}>
            {texts.shown(shown.length)}
          </p>
          {shown.length === 0 ? <EmptyState title={texts.nothingFound} /> : <ReceiptList receipts={shown} onOpen={setOpen} />}
          {older !== null && (
            <p className={styles['older']}>
              <Button onClick={older}>{texts.older}</Button>
            </p>
          )}
        </>
      )}
      {letter !== undefined && <ReceiptLetter receipt={letter} onClose={() => setOpen(null)} />}
    </Page>
  )
}

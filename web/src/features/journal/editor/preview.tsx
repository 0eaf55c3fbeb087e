import { useTranslations } from 'use-intl';
import { Markdown } from '../../../shared/markdown/markdown.tsx';

/** The text as it will be read. */
export function Preview({ text, className }: { text: string; className: string | undefined }) {
  const t = useTranslations('journal');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className={className} aria-label={t('preview')} tabIndex={0}>
      {text.trim() === '' ? (
        <p>{t('previewEmpty')}</p>
      ) : (
        <Markdown text={text} onMention={(userId, name) => <b key={userId}>@{name}</b>} />
      )}
    </section>
  );
}

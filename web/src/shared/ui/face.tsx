import classes from './face.module.css';

type FaceProps = { name: string; url: string | null; size?: 24 | 32 | 44 | 56 | 96 };

/** The avatar of a user, or the first letters of the name. Decoration beside the name. */
export function Face({ name, url, size = 32 }: FaceProps) {
  if (url !== null) return <img className={classes.face} src={url} alt="" width={size} height={size} loading="lazy" />;
  return (
    <span className={classes.letters} data-size={size} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : ''];
  return `${[...(first ?? '')][0] ?? ''}${[...(last ?? '')][0] ?? ''}`.toUpperCase();
}

import classes from './icon.module.css';
import { ICON_SHAPES, type IconName } from './icon-shapes.tsx';

type IconProps = {
  name: IconName;
  /** Pixels. */
  size?: 16 | 20 | 24;
};

/** Decoration beside words, or in a button that has a name: screen readers skip it. */
export function Icon({ name, size = 24 }: IconProps) {
  return (
    <svg className={classes.icon} data-size={size} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {ICON_SHAPES[name]}
    </svg>
  );
}

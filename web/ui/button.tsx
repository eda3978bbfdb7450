import { Link, type LinkProps } from '@tanstack/react-router'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icons.tsx'
import { Tip } from './tip.tsx'

export type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border-edge bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-bad text-on-bad hover:brightness-110',
}

export function buttonClass(look: Look, small = false, className?: string): string {
  return cx(
    'inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium select-none print:hidden',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:hover:bg-none',
    small ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
    looks[look],
    className,
  )
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly look?: Look
  readonly small?: boolean
  readonly icon?: IconName
  /** Why it cannot be pressed now. A sentence: it is shown on hover and focus, and read out. */
  readonly why?: string | undefined
  /** What it started is still going on. */
  readonly busy?: boolean
}

type Press = ComponentProps<'button'>['onClick']

/** The second click of a double click is no second deed. Of what does no deed, like turning a page, each click counts. */
function pressOnce(idle: boolean, deed: boolean, press: Press): NonNullable<Press> {
  return (event) => {
    if (idle || (deed && event.detail > 1)) event.preventDefault()
    else press?.(event)
  }
}

/** A button that cannot be pressed stays where the keyboard finds it, and says why. */
export function Button({ look = 'plain', small, icon, why, busy, className, children, ...rest }: ButtonProps) {
  const reason = useId()
  const idle = why !== undefined || busy === true
  const deed = busy !== undefined || rest.type === 'submit'
  const button = (
    <button
      type="button"
      {...rest}
      {...(idle && { 'aria-disabled': true })}
      onClick={pressOnce(idle, deed, rest.onClick)}
      {...(why !== undefined && { 'aria-describedby': reason })}
      aria-busy={busy}
      className={buttonClass(look, small, className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
      {why !== undefined && (
        <span id={reason} className="sr-only">
          {why}
        </span>
      )}
    </button>
  )
  return why === undefined ? button : <Tip text={why}>{button}</Tip>
}

export function Spinner({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'size-3.5 shrink-0 animate-[spin_0.8s_linear_infinite] rounded-full border-2 border-current border-t-transparent',
        className,
      )}
    />
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  readonly icon: IconName
  /** What it does, for those who do not see it and for those who wonder. */
  readonly label: string
}

export function IconButton({ icon, label, small, className, why, busy, ...rest }: IconButtonProps) {
  const idle = why !== undefined || busy === true
  return (
    <Tip text={why ?? label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        {...(idle && { 'aria-disabled': true })}
        onClick={pressOnce(idle, busy !== undefined, rest.onClick)}
        aria-busy={busy}
        className={cx(buttonClass('quiet', small), small ? 'w-7' : 'w-8', 'px-0', className)}
      >
        {busy ? <Spinner /> : <Icon name={icon} />}
      </button>
    </Tip>
  )
}

type LinkButtonProps = LinkProps & {
  readonly look?: Look
  readonly small?: boolean
  readonly icon?: IconName
  readonly className?: string
  readonly children?: ReactNode
}

export function LinkButton({ look = 'plain', small, icon, className, children, ...link }: LinkButtonProps) {
  return (
    <Link {...(link as LinkProps)} className={buttonClass(look, small, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

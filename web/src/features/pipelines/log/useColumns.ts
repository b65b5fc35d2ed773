import { useEffect, useState, type RefObject } from 'react'

import { columnsIn, measureCharacter } from './metrics.ts'
import { unwrappedColumns } from './wrap.ts'

interface Size {
  /** Characters that fit in a row; 0 until measured. */
  columns: number
  /** Of what can be seen, in pixels. */
  height: number
}

/** Pixels beside the text: padding, the fold's arrow, the border. Digits and times are counted in characters. */
const fixedGutters = 28 + 36
const timeCharacters = 10.5

/** Measures how much fits, again whenever the viewer changes its size. `digits` is the length of the longest number. */
export function useColumns(
  scroller: RefObject<HTMLDivElement | null>,
  isWrapping: boolean,
  hasTime: boolean,
  digits: number,
): Size {
  const [box, setBox] = useState<{ width: number; height: number; character: number }>()

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const { clientWidth, clientHeight } = element
      const character = measureCharacter(element)
      setBox((before) =>
        before?.width === clientWidth && before.height === clientHeight && before.character === character
          ? before
          : { width: clientWidth, height: clientHeight, character },
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [scroller])

  if (!box) return { columns: 0, height: 0 }
  const gutters = fixedGutters + (digits + (hasTime ? timeCharacters : 0)) * box.character
  const columns = isWrapping ? columnsIn(box.width, gutters, box.character) : unwrappedColumns
  return { columns, height: box.height }
}

//! Words as eight bytes: bits of each byte, and the n-th of what bytes count.

/// 1 in every byte, and the highest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Indexed [n * 256 + byte]: the place of the n-th set bit of the byte, from 0.
static NTH_OF_BYTE: [u8; 2048] = nth_of_byte();

const fn nth_of_byte() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[n * 256 + byte] = place as u8;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

/// The same in the lowest byte.
#[inline(always)]
pub(crate) fn nth_bit_of_byte(byte: u64, count: u32) -> u32 {
    NTH_OF_BYTE[(count as usize & 7) * 256 + (byte & 0xff) as usize].into()
}

/// The place of the set bit before which there are `count` others; `count` is below the number of
/// set bits.
#[inline(always)]
pub(crate) fn nth_bit(word: u64, count: u32) -> u32 {
    // Step 1. How many bits each byte and those below it hold, a byte for each.
    let sums = byte_counts(word).wrapping_mul(ONES);
    // Step 2. The byte: as many as hold no more than `count` up to their end lie below it.
    let passed = (((u64::from(count) * ONES) | HIGHEST) - sums) & HIGHEST;
    let byte = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32 & 7;
    // Step 3. The bit in it.
    let below = (sums << 8 >> (8 * byte)) as u32 & 0xff;
    8 * byte + nth_bit_of_byte(word >> (8 * byte), count.wrapping_sub(below))
}

/// In each byte the number of bits of that byte.
#[inline(always)]
pub fn byte_counts(word: u64) -> u64 {
    let twos = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// Of bytes that count fewer than 128 together, the one that counts what has `left` others before it:
/// its first bit, and how many of those come before it in that byte.
#[inline(always)]
pub fn nth_in_bytes(bytes: u64, left: u64) -> (u64, u64) {
    // In each byte what is counted up to it, and whether that is more than comes before.
    let sums = bytes.wrapping_mul(ONES);
    let asked = left.wrapping_add(1).wrapping_mul(ONES);
    let are_more = (sums | HIGHEST).wrapping_sub(asked) & HIGHEST;
    let first = u64::from(are_more.trailing_zeros()) & 56;
    (first, left.wrapping_sub((sums << 8) >> first & 0xff))
}

/// The set bit before which there are `count` others, alone; nothing where there are not so many.
/// Without a table and branches: of many words, side by side.
#[inline(always)]
pub fn nth_bit_alone(word: u64, count: u64) -> u64 {
    let (byte, left) = nth_in_bytes(byte_counts(word), count);
    let (bit, _) = nth_in_bytes(spread(word >> byte), left);
    let place = byte | (bit / 8);
    if count < u64::from(word.count_ones()) { 1 << (place & 63) } else { 0 }
}

/// The lowest eight bits, each as a byte of its own.
#[inline(always)]
pub fn spread(byte: u64) -> u64 {
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let bits = ((byte & 0xff) * ONES) & DIAGONAL;
    // A byte that holds its bit carries into its highest.
    ((((bits & !HIGHEST) + (HIGHEST - ONES)) | bits) >> 7) & ONES
}

/// The word whose bits are these bytes, each 0 or 1, the first one lowest.
#[inline]
pub fn packed(bytes: &[u8; 64]) -> u64 {
    // Each product's highest byte gathers the lowest bits of eight bytes.
    bytes.as_chunks::<8>().0.iter().rev().fold(0, |word, &eight| {
        word << 8 | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// Puts bits, the lowest of the first word first, as bytes that are 0 or 1, as many as there are places.
pub fn unpack_bits(words: &[u64], into: &mut [u8]) {
    for (word, into) in words.iter().zip(into.chunks_mut(64)) {
        let (whole, rest) = into.as_chunks_mut::<8>();
        for (nth, into) in whole.iter_mut().enumerate() {
            *into = spread(word >> (8 * nth)).to_le_bytes();
        }
        if !rest.is_empty() {
            let last = spread(word >> (8 * whole.len())).to_le_bytes();
            rest.iter_mut().zip(last).for_each(|(to, bit)| *to = bit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_bytes_in_order() {
        let words = [0x8001_0203_0405_ff00, u64::MAX, 0x5555_0000_aaaa_1234];
        for len in [0, 1, 7, 8, 9, 63, 64, 65, 100, 128, 190, 192] {
            let bit = |place: usize| words[place / 64] >> (place % 64) & 1;
            let expected: Vec<u8> = (0..len).map(|place| bit(place) as u8).collect();
            let mut bytes = vec![9; len];
            unpack_bits(&words, &mut bytes);
            assert_eq!(bytes, expected, "{len}");
        }
    }

    #[test]
    fn bytes_are_counted() {
        for word in [0, u64::MAX, 0x8001_0203_0405_ff00] {
            let counts = byte_counts(word).to_le_bytes();
            assert_eq!(counts, word.to_le_bytes().map(|byte| byte.count_ones() as u8));
        }
    }

    #[test]
    fn the_nth_is_found_in_bytes() {
        for bytes in [0x0000_0302_0008_0000u64, 0x0101_0101_0101_0101, 0x0810_0001_0000_0020, 7] {
            let owners = (0..8).flat_map(|byte| {
                let held = bytes >> (8 * byte) & 0xff;
                (0..held).map(move |place| (8 * byte, place))
            });
            for (index, owner) in (0..).zip(owners) {
                assert_eq!(nth_in_bytes(bytes, index), owner, "{bytes:x} {index}");
            }
        }
    }

    #[test]
    fn the_nth_bit_is_found_either_way() {
        for word in [0, 1, 1 << 63, u64::MAX, 0xdead_beef_0123_4567, 0x8001_0203_0405_ff00] {
            for count in 0..word.count_ones() {
                assert_eq!(nth_bit_alone(word, count.into()), 1 << nth_bit(word, count));
            }
            for count in [word.count_ones().into(), 64, 255, u64::MAX] {
                assert_eq!(nth_bit_alone(word, count), 0);
            }
        }
    }

    #[test]
    fn bits_become_bytes() {
        for byte in 0..=255u64 {
            let bytes = spread(byte | 0xab00).to_le_bytes();
            for (bit, held) in bytes.iter().enumerate() {
                assert_eq!(u64::from(*held), byte >> bit & 1);
            }
        }
    }

    #[test]
    fn bytes_are_packed_into_bits() {
        for word in [0, 1, 0x80, 1 << 63, u64::MAX, 0xdead_beef_0123_4567, 0xaaaa_5555_f00f_0ff0] {
            let bytes = std::array::from_fn(|bit| (word >> bit & 1) as u8);
            assert_eq!(packed(&bytes), word, "{word:#x}");
        }
    }
}

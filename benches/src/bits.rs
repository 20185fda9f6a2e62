//! The n-th bit of a word: how a bitboard's n-th move is found.
//!
//! Without branches, for which of many moves is drawn cannot be predicted. The counts of the eight
//! bytes stand in the eight bytes of one word; a multiplication sums them up from the lowest.

/// 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Indexed [n << 8 | byte]: place of the n-th set bit of the byte; 0 where it has not so many.
static NTH_OF_BYTE: [u8; 2048] = nth_of_byte();

const fn nth_of_byte() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[n << 8 | byte] = place as u8;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

/// Indexed [bits][n]: place of the n-th of four bits; 0 where there are not so many.
static NTH_OF_FOUR: [[u8; 4]; 16] = nth_of_four();

const fn nth_of_four() -> [[u8; 4]; 16] {
    let mut table = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut n = 0;
        while n < 4 {
            table[bits][n] = NTH_OF_BYTE[n << 8 | bits];
            n += 1;
        }
        bits += 1;
    }
    table
}

/// [`nth_bit`] of the lowest four bits, for one of four directions.
#[inline]
pub fn nth_of_four_bits(bits: u8, n: u32) -> u32 {
    u32::from(NTH_OF_FOUR[usize::from(bits & 15)][n as usize & 3])
}

/// Number of the lowest four bits that are set.
#[inline]
pub fn count_of_four_bits(bits: u8) -> u32 {
    // Sixteen counts of four bits, indexed by the bits.
    (0x4332_3221_3221_2110u64 >> (4 * (bits & 15))) as u32 & 15
}

/// In each byte, how many bits of that byte are set.
#[inline]
pub fn byte_counts(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The sum of all bytes, which must be below 256.
#[inline]
pub fn sum_of_bytes(counts: u64) -> u32 {
    (counts.wrapping_mul(ONES) >> 56) as u32
}

/// Of things counted in bytes, the byte in which the n-th lies, and how many before it lie in the
/// same byte. At most 127 things, and `n` below their number.
#[inline]
pub fn nth_byte(counts: u64, n: u32) -> (u32, u32) {
    let sums = counts.wrapping_mul(ONES);
    // The highest bit of a byte stays where the sum up to it is not above n.
    let passed = (((u64::from(n) * ONES) | (0x80 * ONES)) - sums) & (0x80 * ONES);
    let byte = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32;
    let before = (sums << 8 >> (8 * byte)) as u32 & 0xff;
    (byte, n - before)
}

/// The place of the n-th set bit, from 0; there must be so many.
#[inline]
pub fn nth_bit(bits: u64, n: u32) -> u32 {
    nth_bit_counted(bits, byte_counts(bits), n)
}

/// [`nth_bit`] where the [`byte_counts`] are known.
#[inline]
pub fn nth_bit_counted(bits: u64, counts: u64, n: u32) -> u32 {
    let (byte, rest) = nth_byte(counts, n);
    let place = NTH_OF_BYTE[((rest & 7) << 8) as usize | (bits >> (8 * byte)) as usize & 0xff];
    8 * byte + u32::from(place)
}

/// Indexed [byte]: bit i of the byte in the i-th byte.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        while place < 8 {
            table[byte] |= (byte as u64 >> place & 1) << (8 * place);
            place += 1;
        }
        byte += 1;
    }
    table
}

/// The bits of a row of eight, each in a byte.
#[inline]
pub fn spread_row(board: u64, row: u32) -> u64 {
    SPREAD[(board >> (8 * row)) as usize & 0xff]
}

/// Of moves that are told by a board of those who can make it for each way, the bits of all boards
/// in each row.
#[inline]
pub fn row_counts<const WAYS: usize>(boards: &[u64; WAYS]) -> u64 {
    boards.iter().map(|&board| byte_counts(board)).sum()
}

/// Of such moves, sorted by cell and then by way, the n-th: its cell and its way. At most 127 moves,
/// and `n` below their number.
#[inline]
pub fn nth_of_boards<const WAYS: usize>(
    boards: &[u64; WAYS],
    row_counts: u64,
    n: u32,
) -> (u32, usize) {
    let (row, rest) = nth_byte(row_counts, n);
    let columns = boards.iter().map(|&board| spread_row(board, row)).sum();
    let (column, rest) = nth_byte(columns, rest);
    let cell = 8 * row + column;
    let ways = boards.iter().rev().fold(0, |ways, board| ways << 1 | board >> cell & 1);
    (cell, nth_bit(ways, rest) as usize)
}

/// [`nth_bit`] of a double word.
#[inline]
pub fn nth_bit_of_two(bits: u128, n: u32) -> u32 {
    let low = (bits as u64).count_ones();
    if n < low { nth_bit(bits as u64, n) } else { 64 + nth_bit((bits >> 64) as u64, n - low) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn moves_of_several_ways_are_found_in_order() {
        let mut stream = Stream(1);
        for _ in 0..200 {
            let mut sparse = || {
                let mut word =
                    || u64::from(stream.below(u32::MAX)) << 32 ^ u64::from(stream.below(u32::MAX));
                word() & word()
            };
            let boards = [sparse(), sparse(), sparse(), sparse(), sparse(), sparse()];
            let moves = (0..64).flat_map(|cell| (0..6).map(move |way| (cell, way)));
            let moves = moves.filter(|&(cell, way)| boards[way] >> cell & 1 == 1);
            let counts = row_counts(&boards);
            for (n, expected) in moves.enumerate().take(127) {
                assert_eq!(nth_of_boards(&boards, counts, n as u32), expected, "{boards:x?}, {n}");
            }
        }
    }

    #[test]
    fn the_nth_bit_is_found_in_any_word() {
        let mut stream = Stream(1);
        for _ in 0..2_000 {
            let mut word = || u128::from(stream.below(u32::MAX));
            let words = word() << 100 ^ word() << 66 ^ word() << 32 ^ word() << 7 ^ word();
            assert_eq!(count_of_four_bits(words as u8), (words & 15).count_ones());
            let dense = words | words << 13;
            for bits in [words, dense, words & dense << 5, 1 << (words as u32 % 128), u128::MAX] {
                let places: Vec<u32> = (0..128).filter(|&it| bits >> it & 1 == 1).collect();
                for (n, place) in (0..).zip(places) {
                    assert_eq!(nth_bit_of_two(bits, n), place, "{bits:x}, {n}");
                    if place < 4 {
                        assert_eq!(nth_of_four_bits(bits as u8, n), place, "{bits:x}, {n}");
                    }
                }
            }
        }
    }
}
